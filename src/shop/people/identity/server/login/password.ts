import { verify as fits, hash as hashOf, type Options } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { ProductError } from '#platform/errors.ts'
import { state } from '#platform/features/state.ts'
import { passwordLength } from '#platform/limits.ts'
import { isCommonPassword } from './common-passwords.ts'
import { createSpareThread } from './spare-thread.ts'

declare module '#platform/context/context.ts' {
  interface Deps {
    passwords: Passwords
  }
}

/** Hashing passwords, on a thread that takes spare time or, where there is none, on threads of libuv's pool. */
export const passwordsState = state({ name: 'passwords', make: () => createPasswords() })

/**
 * OWASP "Password Storage": argon2id with 7 MiB and five passes, one of the settings it calls equally strong. Of these it takes the
 * least memory. The package uses the processor's wide registers: 6 ms, where `argon2` of node:crypto takes 17.
 */
const cost = { memoryCost: 7168, timeCost: 5, parallelism: 1, outputLen: 32 } as const satisfies Options
const costWritten = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`
/** Hashes at once in the pool: half of its threads, so that pictures, files and look-ups always find another. */
const inPool = 2
/** Beyond this many under way (about a second) a login is turned away rather than kept hanging. */
const mostAtOnce = 130

/** The hash of nobody's password: looked at for unknown e-mails, so that they take as long as known ones. */
const nobodysHash = `${costWritten}${unpadded(Buffer.alloc(16, 1))}$${unpadded(Buffer.alloc(cost.outputLen, 1))}`

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
  const admitted = createLimit(mostAtOnce)
  const pool = pLimit(inPool)
  const spare = createSpareThread()
  return {
    hash: (password) =>
      admitted(async () => {
        const task = { password: spelt(password), stored: undefined, options: cost }
        const made = await spare.run(task)
        return typeof made === 'string' ? made : pool(() => hashOf(task.password, cost))
      }),
    verify: (password, stored) =>
      admitted(async () => {
        const task = { password: spelt(password), stored: stored ?? nobodysHash, options: cost }
        const answer = (await spare.run(task)) ?? (await pool(() => fits(task.stored, task.password)))
        return answer === true && stored !== null && stored !== undefined
      }),
    isOutdated: (stored) => !stored.startsWith(costWritten),
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

/** NFC: the same letters give the same hash, whichever way a keyboard composes them. */
function spelt(password: string): string {
  return password.slice(0, mostSigns).normalize('NFC')
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

/** Lets `most` tasks be under way and refuses the rest. */
function createLimit(most: number) {
  let underWay = 0

  return async function admitted<T>(task: () => Promise<T>): Promise<T> {
    if (underWay >= most) throw new ProductError('unavailable', { retryAfterSeconds: 5 })
    underWay += 1
    try {
      return await task()
    } finally {
      underWay -= 1
    }
  }
}
