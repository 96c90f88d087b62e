import { timingSafeEqual } from 'node:crypto'
import type { Context } from '#platform/context/context.ts'
import { hashToken } from '#platform/env/secrets.ts'
import { ownClientId } from '#platform/limits.ts'
import { findClient, type OauthClient } from './queries.ts'
import { type Refused, refused } from './refusal.ts'

/** Who sends a token request: the product's own pages and apps, or a program of others. */
export type Caller = { kind: 'own' } | { kind: 'program'; client: OauthClient; isProven: boolean }

interface Claim {
  id: string | undefined
  secret: string | undefined
}

/**
 * Who calls, by `client_id` and, where the program has one, its secret (RFC 6749, 2.3.1: in the body or as Basic).
 * Nobody named is the product itself: its own pages need no name.
 */
export async function callerOf(
  context: Context,
  body: { client_id?: string | undefined; client_secret?: string | undefined },
  authorization: string | undefined,
): Promise<Caller | Refused> {
  const basic = readBasic(authorization)
  if (basic === 'unreadable') return refused('invalid_client', 'unreadable authorization')
  if (basic !== undefined && (body.client_secret || (body.client_id && body.client_id !== basic.id)))
    return refused('invalid_request', 'more than one client authentication')
  const claim: Claim = basic ?? { id: body.client_id, secret: body.client_secret || undefined }
  if (claim.id === undefined || claim.id === ownClientId) {
    return claim.secret === undefined
      ? { kind: 'own' }
      : refused('invalid_client', 'this client has no secret')
  }
  const client = await findClient(context.db, claim.id)
  if (client === undefined || !isRightSecret(client, claim.secret))
    return refused('invalid_client', 'unknown client or wrong secret')
  return { kind: 'program', client, isProven: client.secret_hash !== null }
}

function isRightSecret({ secret_hash: storedHash }: OauthClient, secret: string | undefined): boolean {
  if (storedHash === null || secret === undefined) return storedHash === null && secret === undefined
  const given = hashToken(secret)
  return given.length === storedHash.length && timingSafeEqual(given, storedHash)
}

/** RFC 6749, 2.3.1: both halves are encoded as in a form. */
function readBasic(authorization: string | undefined): Claim | 'unreadable' | undefined {
  const [, encoded] = /^basic +([\w+/=-]{1,700})$/i.exec(authorization ?? '') ?? []
  if (encoded === undefined) return /^basic\b/i.test(authorization ?? '') ? 'unreadable' : undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0) return 'unreadable'
  try {
    const secret = decoded(text.slice(colon + 1))
    return { id: decoded(text.slice(0, colon)), secret: secret === '' ? undefined : secret }
  } catch {
    return 'unreadable'
  }
}

function decoded(part: string): string {
  return decodeURIComponent(part.replaceAll('+', ' '))
}
