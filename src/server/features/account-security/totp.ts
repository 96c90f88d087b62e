import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { purposeKey } from '../../env.ts'

/** RFC 6238 as every authenticator app has it: SHA-1, six digits, a new code every 30 seconds. */
const stepSeconds = 30
const digits = 6
/** A clock may be one step off, either way. */
const drift = [0, -1, 1] as const
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 random bits, as RFC 4226 asks. */
export function newTotpSecret(): Buffer {
  return randomBytes(20)
}

/** A secret as people type it into an app (RFC 4648 base32). */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

/** The code of one time step (RFC 4226, 5.3). */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The time step a code belongs to; undefined when it is of none near now. */
export function stepOfCode(secret: Buffer, code: string, now = Date.now()): number | undefined {
  const current = Math.floor(now / 1000 / stepSeconds)
  const steps = drift.map((off) => current + off)
  return steps.find((step) => timingSafeEqual(Buffer.from(totpCode(secret, step)), padded(code)))
}

/** What the QR code holds: an app shows the product's name and the address beside the code. */
export function otpauthUri(secret: Buffer, email: string): string {
  const label = encodeURIComponent(`Aularium:${email}`)
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=Aularium`
}

/** The secret as it is stored: whoever reads the table alone cannot make codes. */
export function sealed(secret: Buffer, key: string): Buffer {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', purposeKey(key, 'totp'), iv)
  const body = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** @throws Error when it was sealed with another key */
export function unsealed(stored: Buffer, key: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', purposeKey(key, 'totp'), stored.subarray(0, 12))
  decipher.setAuthTag(stored.subarray(12, 28))
  return Buffer.concat([decipher.update(stored.subarray(28)), decipher.final()])
}

/** A code of any length as one of six signs: only equal lengths can be compared. */
function padded(code: string): Buffer {
  return Buffer.from(/^\d{6}$/.test(code) ? code : '......')
}
