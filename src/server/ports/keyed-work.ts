import type { Db } from '../db/pool.ts'

/**
 * The Idempotency-Key a call came with, for work that goes on after its commit (a payment that is opened at its provider): the
 * transaction that makes the thing writes the key with the thing's name, so that neither is ever there without the other.
 */
export interface KeyedWork {
  /** Once the member's lock is held and before anything is looked at. @throws KeyTaken when the work of this key is done */
  begin(tx: Db): Promise<void>
  /** Writes the key with the name of what was made; in the same transaction. @throws KeyTaken */
  note(tx: Db, reference: string): Promise<void>
}

/** The work of a key was committed meanwhile: the transaction that noticed is rolled back, and the key is read again. */
export class KeyTaken extends Error {}
