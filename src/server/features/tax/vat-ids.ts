import { vatIdProofDays } from '#shared/limits.ts'
import type { Deps } from '../../context.ts'
import type { Db } from '../../db/pool.ts'
import { checkVatIdJob } from './jobs.ts'
import { insertVatIdCheck, latestCheck } from './queries.ts'

/** `unverified`: nobody could be asked yet; that refuses nothing, it only changes nothing. */
export type VatIdState = 'verified' | 'unverified' | 'refused'

/** What the register said about a number, as long as that counts. */
export async function stateOfVatId(db: Db, vatId: string): Promise<VatIdState> {
  const check = await latestCheck(db, vatId, new Date(Date.now() - vatIdProofDays * 86_400_000))
  if (check === undefined) return 'unverified'
  return check.is_valid ? 'verified' : 'refused'
}

/** Asks the register about a number it has not confirmed of late; one that does not answer is asked again by a job. */
export async function verifyVatId(
  deps: Pick<Deps, 'db' | 'queue' | 'vatIds'>,
  vatId: string,
): Promise<VatIdState> {
  const known = await stateOfVatId(deps.db, vatId)
  if (known === 'verified' || deps.vatIds === undefined) return known
  const answer = await deps.vatIds.ask(vatId)
  if (answer === undefined) {
    await deps.queue.send(deps.db, checkVatIdJob, { vatId }, { onceKey: vatId })
    return known
  }
  await insertVatIdCheck(deps.db, { vatId, ...answer })
  return answer.isValid ? 'verified' : 'refused'
}

/** The job `check_vat_id`. @throws when the register still cannot say: worth another try */
export async function checkVatId({ db, vatIds }: Deps, { vatId }: { vatId: string }): Promise<void> {
  if (vatIds === undefined || (await stateOfVatId(db, vatId)) === 'verified') return
  const answer = await vatIds.ask(vatId)
  if (answer === undefined) throw new Error('the register of VAT numbers does not answer')
  await insertVatIdCheck(db, { vatId, ...answer })
}
