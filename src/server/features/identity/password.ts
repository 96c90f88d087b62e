import { type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import pLimit from 'p-limit'
import { ProductError } from '#shared/errors.ts'
import { passwordLength } from '#shared/limits.ts'
import { state } from '../state.ts'
import { isCommonPassword } from './common-passwords.ts'
import { createHashThreads } from './hash-threads.ts'

declare module '../../context.ts' {
  interface Deps {
    passwords: Passwords
  }
}

/** Hashing passwords, on threads of its own. */
export const passwordsState = state({ name: 'passwords', make: () => createPasswords() })

/**
 * OWASP "Password Storage": argon2id with 7 MiB and five passes, one of the settings it calls equally strong. Of these it takes the
 * least time (22 ms of processor for 38 with 19 MiB and two passes): most of the others' goes into asking the system for memory.
 */
const cost = { memory: 7168, passes: 5, parallelism: 1, tagLength: 32 } as const
/** Hashes at once, each on a thread of its own; more would only take turns on the cores of a small machine. */
const maxInFlight = 2
/** Beyond this many waiters (some three seconds) a login is turned away rather than kept hanging. */
const maxWaiting = 128
const phcForm =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22,86})\$([A-Za-z0-9+/]{22,86})$/

/** The hash of nobody's password: looked at for unknown e-mails, so that they take as long as known ones. */
const nobodysHash = phc({ ...cost, nonce: Buffer.alloc(16, 1) }, Buffer.alloc(cost.tagLength, 1))

/** Hashing for the whole process; made once, because it counts the hashes under way. */
export interface Passwords {
  /** A PHC string to store. @throws ProductError('unavailable') when too many are waiting */
  hash(password: string): Promise<string>
  /**
   * Whether a password belongs to a stored hash. Without a hash (unknown e-mail, account without password) it
   * works just as long and says no. @throws ProductError('unavailable') when too many are waiting
   */
  verify(password: string, stored: string | null | undefined): Promise<boolean>
  /** Whether a stored hash was made at another cost than hashes of today. */
  isOutdated(stored: string): boolean
}

export function createPasswords(): Passwords {
  const limited = createLimit(maxInFlight, maxWaiting)
  const threads = createHashThreads()
  const derive = (password: string, parameters: HashParameters) =>
    threads.derive({ ...parameters, message: spelt(password) })
  return {
    async hash(password) {
      const parameters = { ...cost, nonce: randomBytes(16) }
      return phc(parameters, await limited(() => derive(password, parameters)))
    },
    async verify(password, stored) {
      const known = parsePhc(stored ?? nobodysHash)
      if (known === undefined) throw new Error('a stored password hash is not argon2id')
      const derived = await limited(() => derive(password, known.parameters))
      const isEqual = derived.length === known.tag.length && timingSafeEqual(derived, known.tag)
      return isEqual && stored !== null && stored !== undefined
    },
    isOutdated: (stored) => !stored.startsWith(costOf(cost)),
  }
}

/**
 * What is wrong with a password somebody wants to have, or undefined. Length and lists only, as NIST SP 800-63B
 * asks; no rules of composition. Nobody's own name or e-mail address serves.
 */
export function passwordProblem(
  password: string,
  person: { email: string; publicName: string },
): 'too_short' | 'too_long' | 'weak_password' | undefined {
  // Code points, so that an emoji or a Greek letter counts as the one sign a person typed.
  const length = [...password].length
  if (length < passwordLength.min) return 'too_short'
  if (length > passwordLength.max) return 'too_long'
  const folded = fold(password)
  const own = [person.email, person.email.split('@')[0] ?? '', person.publicName].map(fold)
  if (own.includes(folded) || isCommonPassword(password) || new Set(folded).size < 3) return 'weak_password'
  return undefined
}

/** @throws ProductError('invalid_input') with what is wrong with a password somebody wants to have */
export function checkNewPassword(password: string, person: { email: string; publicName: string }): void {
  const problem = password === '' ? 'required' : passwordProblem(password, person)
  if (problem !== undefined) throw new ProductError('invalid_input', { fields: { password: problem } })
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, '')
}

/** Twice what any stored password can have; what is longer belongs to none. */
const mostSigns = 4 * passwordLength.max

type HashParameters = Omit<Argon2Parameters, 'message' | 'nonce'> & { nonce: Buffer }

/** NFC: the same letters give the same hash, whichever way a keyboard composes them. */
function spelt(password: string): string {
  return password.slice(0, mostSigns).normalize('NFC')
}

function phc(parameters: HashParameters, tag: Buffer): string {
  return `${costOf(parameters)}${unpadded(parameters.nonce)}$${unpadded(tag)}`
}

function costOf({ memory, passes, parallelism }: Omit<HashParameters, 'nonce'>): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`
}

function parsePhc(text: string): { parameters: HashParameters; tag: Buffer } | undefined {
  const [, memory, passes, parallelism, nonce, tag] = phcForm.exec(text) ?? []
  if (nonce === undefined || tag === undefined) return undefined
  const tagBytes = Buffer.from(tag, 'base64')
  return {
    parameters: {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: tagBytes.length,
      nonce: Buffer.from(nonce, 'base64'),
    },
    tag: tagBytes,
  }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

/** Runs at most `atOnce` tasks, keeps up to `waiting` more in line and refuses the rest. */
function createLimit(atOnce: number, waiting: number) {
  const limit = pLimit(atOnce)

  return async function limited<T>(task: () => Promise<T>): Promise<T> {
    if (limit.activeCount + limit.pendingCount >= atOnce + waiting)
      throw new ProductError('unavailable', { retryAfterSeconds: 5 })
    return limit(task)
  }
}
