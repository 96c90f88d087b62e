import type { ServerResponse } from 'node:http'
import { isDatabaseAway, isLockTimeout } from '#platform/db/away.ts'
import { type ErrorCode, type FieldErrors, isProductError, ProductError } from '#platform/errors.ts'
import { type Translate, translator } from '#platform/i18n/translate.ts'
import { defaultWorld, isLiveWorld, type LiveWorld } from '#platform/routing/worlds.ts'

/** Anything unknown is a server error; a database that is away is `unavailable`, with words of its own. */
export function toProductError(error: unknown): ProductError {
  if (isProductError(error)) return error
  return new ProductError(isDatabaseAway(error) || isLockTimeout(error) ? 'unavailable' : 'server_error', {
    cause: error,
  })
}

/** The one form of an API error, in words of the world. `reason`: its code once more, where a call names it so. */
export function errorEnvelope(
  { code, fields, position, entry, facts }: ProductError,
  world: LiveWorld,
  reason?: ErrorCode,
): string {
  const t = translator(world)
  const words = t(`errors:${code}`)
  const message = entry === undefined ? words : `${words} ${t('errors:entry', { entry })}`
  const fieldMessages = fields && wordsOfFields(fields, t)
  const error = { code, message, fields, fieldMessages, position, entry, reason, ...facts }
  return JSON.stringify({ error, reason })
}

/** Why each field was refused; of a figure that was written as a text, how sums are written. */
function wordsOfFields(fields: FieldErrors, t: Translate): Record<string, string> {
  const words = Object.entries(fields).map(([name, reason]) => {
    const inCents = reason === 'not_a_number' ? ` ${t('errors:in_cents')}` : ''
    return [name, `${t(`errors:${reason}`)}${inCents}`]
  })
  return Object.fromEntries(words)
}

/** The world an API address names; the default one where it names none or nonsense. */
export function worldOfAddress(address: string): LiveWorld {
  const cut = address.indexOf('?')
  const world = cut < 0 ? null : new URLSearchParams(address.slice(cut)).get('world')
  return world !== null && isLiveWorld(world) ? world : defaultWorld
}

/** The client has disconnected: failures after that are not logged as errors. */
export function isGone(response: ServerResponse): boolean {
  return response.destroyed
}
