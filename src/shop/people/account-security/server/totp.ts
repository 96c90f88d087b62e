import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { purposeKey } from '#platform/env/env.ts'

/** RFC 6238 as every authenticator app has it. */
const rules = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Steps a clock may be off, either way. */
const drift = 1

/** 160 random bits, as RFC 4226 asks. */
export function newTotpSecret(): Buffer {
  return randomBytes(20)
}

/** A secret as people type it into an app (RFC 4648 base32). */
export function base32(secret: Buffer): string {
  return readable(secret).base32
}

/** The time step a code belongs to; undefined when it is of none near now. */
export function stepOfCode(secret: Buffer, code: string, now = Date.now()): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const off = TOTP.validate({
    ...rules,
    secret: readable(secret),
    token: code,
    timestamp: now,
    window: drift,
  })
  return off === null ? undefined : TOTP.counter({ period: rules.period, timestamp: now }) + off
}

/** What the QR code holds: an app shows the product's name and the address beside the code. */
export function otpauthUri(secret: Buffer, email: string): string {
  return new TOTP({ ...rules, issuer: 'Aularium', label: email, secret: readable(secret) }).toString()
}

/** Its own bytes: those of a Buffer may lie in a pool. */
function readable(secret: Buffer): Secret {
  return new Secret({ buffer: Uint8Array.from(secret).buffer })
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
