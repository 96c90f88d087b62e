import { hashToken, newToken } from '#platform/env/secrets.ts'

/** The secret of a new session, and what the database keeps of it. */
export function newSessionToken(): { token: string; tokenHash: Buffer } {
  const token = newToken()
  return { token, tokenHash: hashToken(token) }
}
