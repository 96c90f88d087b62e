import type { KeptToken } from '#shared/rules/session.ts'
import { readStored, writeStored } from './storage.ts'

const key = 'token'

/** The bearer token of this tab. The session itself is a cookie that scripts never see. */
export function readToken(): KeptToken | undefined {
  try {
    const kept: unknown = JSON.parse(readStored(key, 'session') ?? 'null')
    return isToken(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

/** Keeps a token for this tab; undefined forgets it. */
export function keepToken(token: KeptToken | undefined): void {
  writeStored(key, token && JSON.stringify(token), 'session')
}

function isToken(kept: unknown): kept is KeptToken {
  if (typeof kept !== 'object' || kept === null) return false
  const { value, scope, validUntil } = kept as Partial<Record<keyof KeptToken, unknown>>
  if (scope !== 'public' && scope !== 'full') return false
  // A header takes no other signs: whoever wrote something else here must not break every call.
  return typeof value === 'string' && /^[\w.-]{1,200}$/.test(value) && typeof validUntil === 'number'
}
