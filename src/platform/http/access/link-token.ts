import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Env, purposeKey } from '#platform/env/env.ts'
import { ProductError } from '#platform/errors.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

/** What a link of a mail is for: it opens this in its world, and nothing else. */
export interface LinkPurpose {
  purpose:
    | `unsubscribe:${string}`
    | `unfollow:${number}`
    | 'rate'
    | 'free-download'
    | 'recommendation'
    | 'abandoned-cart'
    | 'appeal'
    | 'appeal-notice'
    | 'newsletter-confirm'
    | 'ticket'
    | 'text-preview'
  world: LiveWorldCode
}

const form = /^([1-9a-z][0-9a-z]{0,10})\.([1-9a-z][0-9a-z]{0,7})\.([\w-]{43})$/

/**
 * The secret part of a link in a mail: `<number>.<expiry>.<signature>`. It stands for a row by its number, so nothing
 * about a person is in the address. It can be used again until it expires, and written into every mail without a row of
 * its own.
 */
export function linkToken(
  env: Pick<Env, 'secret'>,
  link: LinkPurpose & { id: number; days: number },
): string {
  const expires = Math.floor(Date.now() / 1000) + link.days * 86_400
  const claim = `${link.id.toString(36)}.${expires.toString(36)}`
  return `${claim}.${sign(env, link, claim)}`
}

/**
 * The number a link stands for.
 * @throws ProductError('link_expired') whatever is wrong with it: forged, of another purpose or world, or too old
 */
export function readLinkToken(env: Pick<Env, 'secret'>, link: LinkPurpose, token: string): number {
  const [, id = '', expires = '', signature = ''] = form.exec(token) ?? []
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(env, link, `${id}.${expires}`))]
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  if (!isOurs || Number.parseInt(expires, 36) * 1000 < Date.now()) throw new ProductError('link_expired')
  return Number.parseInt(id, 36)
}

function sign(env: Pick<Env, 'secret'>, { purpose, world }: LinkPurpose, claim: string): string {
  const key = purposeKey(env.secret, 'mail link')
  return createHmac('sha256', key).update(`${purpose}!${world}!${claim}`).digest('base64url')
}
