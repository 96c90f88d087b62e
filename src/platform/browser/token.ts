import type { StoredToken } from '#platform/rules/web/session.ts'
import { readStored, writeStored } from './storage.ts'

const key = 'token'

/** The bearer token of this tab. The session itself is a cookie that scripts never see. */
export function readToken(): StoredToken | undefined {
  try {
    const stored: unknown = JSON.parse(readStored(key, 'session') ?? 'null')
    return isToken(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

/** Keeps a token for this tab; undefined forgets it. */
export function keepToken(token: StoredToken | undefined): void {
  writeStored(key, token && JSON.stringify(token), 'session')
}

function isToken(stored: unknown): stored is StoredToken {
  if (typeof stored !== 'object' || stored === null) return false
  const { value, scope, validUntil } = stored as Partial<Record<keyof StoredToken, unknown>>
  if (scope !== 'public' && scope !== 'full') return false
  // A header takes no other signs: whoever wrote something else here must not break every call.
  return typeof value === 'string' && /^[\w.-]{1,200}$/.test(value) && typeof validUntil === 'number'
}
