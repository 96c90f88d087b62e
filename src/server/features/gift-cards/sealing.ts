import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type Env, purposeKey } from '../../env.ts'

/** A code as it waits for its day: whoever reads the table alone, or moves it to another order's row, has nothing. */
export function sealCode({ secret }: Pick<Env, 'secret'>, orderId: number, code: string): Buffer {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', purposeKey(secret, 'gift cards'), iv)
  cipher.setAAD(Buffer.from(String(orderId)))
  const body = Buffer.concat([cipher.update(code, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** Undefined when it was sealed with another key, or for another order. */
export function openCode(
  { secret }: Pick<Env, 'secret'>,
  orderId: number,
  sealed: Buffer,
): string | undefined {
  const decipher = createDecipheriv('aes-256-gcm', purposeKey(secret, 'gift cards'), sealed.subarray(0, 12))
  decipher.setAAD(Buffer.from(String(orderId)))
  decipher.setAuthTag(sealed.subarray(12, 28))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
