import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { ProductError } from '#shared/errors.ts'
import { passwordLength } from '#shared/limits.ts'
import { isCommonPassword } from './common-passwords.ts'

const argon2Async = promisify(argon2)

/** OWASP "Password Storage": argon2id with 19 MiB, two passes, one lane (about 50 ms). */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const
/** Hashes at once. Each takes one of libuv's four threads, and files and look-ups need the others. */
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
}

export function createPasswords(): Passwords {
  const limited = createLimit(maxInFlight, maxWaiting)
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

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, '')
}

type HashParameters = Omit<Argon2Parameters, 'message' | 'nonce'> & { nonce: Buffer }

/** NFC: the same letters give the same hash, whichever way a keyboard composes them. */
function derive(password: string, parameters: HashParameters): Promise<Buffer> {
  return argon2Async('argon2id', { ...parameters, message: password.normalize('NFC') })
}

function phc(parameters: HashParameters, tag: Buffer): string {
  const { memory, passes, parallelism, nonce } = parameters
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
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
  const line: (() => void)[] = []
  let running = 0

  return async function limited<T>(task: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1
    else {
      if (line.length >= waiting) throw new ProductError('unavailable', { retryAfterSeconds: 5 })
      await new Promise<void>((resolve) => line.push(resolve))
    }
    try {
      return await task()
    } finally {
      const next = line.shift()
      // The place is handed over, not freed: a newcomer cannot slip in between.
      if (next === undefined) running -= 1
      else next()
    }
  }
}
