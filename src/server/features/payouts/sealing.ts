import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type Env, purposeKey } from '../../env.ts'

/** An account number as it is stored: whoever reads the table alone, or moves it to another account's row, has nothing. */
export function sealIban({ secret }: Pick<Env, 'secret'>, accountId: number, iban: string): Buffer {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', purposeKey(secret, 'bank details'), iv)
  cipher.setAAD(Buffer.from(String(accountId)))
  const body = Buffer.concat([cipher.update(iban, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** @throws Error when it was sealed with another key or for another account */
export function openIban({ secret }: Pick<Env, 'secret'>, accountId: number, sealed: Buffer): string {
  const key = purposeKey(secret, 'bank details')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
  decipher.setAAD(Buffer.from(String(accountId)))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}
