import { type Context, memberOf } from '#platform/context/context.ts'
import { hashToken, newToken } from '#platform/env/secrets.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { authorizationCodeSeconds } from '#platform/limits.ts'
import type { ProgramScope } from '#platform/scopes.ts'
import { type AuthorizationRequest, answerTo, readRequest } from './authorize-request.ts'
import { findClient, insertCode } from './queries.ts'

/** What the authorization page shows, or where it leads at once. */
export type Consent =
  | { kind: 'unusable' }
  | { kind: 'elsewhere'; to: string }
  | { kind: 'login' }
  | { kind: 'ask'; program: string; host: string; formOrigin: string; scopes: ProgramScope[] }

/** Reads what a program asks the visitor for. */
export async function consentFor(context: Context, query: URLSearchParams): Promise<Consent> {
  const issuer = context.env.siteUrl
  const read = await readFrom(context, query)
  if (read.kind === 'unusable') return read
  if (read.kind === 'refused') return { kind: 'elsewhere', to: read.to }
  const { request } = read
  const isMember = memberOf(context) !== undefined
  if (query.get('prompt') === 'none') {
    const error = isMember ? 'consent_required' : 'login_required'
    return { kind: 'elsewhere', to: answerTo({ ...request, issuer }, { error }) }
  }
  if (!isMember) return { kind: 'login' }
  const address = new URL(request.redirectUri)
  const isWeb = address.protocol === 'https:' || address.protocol === 'http:'
  return {
    kind: 'ask',
    program: request.client.name,
    host: isWeb ? address.host : address.protocol.slice(0, -1),
    formOrigin: isWeb ? address.origin : address.protocol,
    scopes: request.scopes,
  }
}

/** The member says yes: where the program gets its code. @throws ProductError for a request that is not right */
export async function allow(context: Context, query: URLSearchParams): Promise<string> {
  const member = requireMember(context)
  // A program must not let others in: the person has to sit before our page.
  if (member.clientId !== undefined) throw new ProductError('forbidden')
  const request = await requestOf(context, query)
  const code = newToken()
  await insertCode(context.db, {
    codeHash: hashToken(code),
    clientId: request.client.id,
    accountId: member.accountId,
    redirectUri: request.redirectUri,
    codeChallenge: request.codeChallenge,
    scopes: request.scopes,
    seconds: authorizationCodeSeconds,
  })
  return answerTo({ ...request, issuer: context.env.siteUrl }, { code })
}

/** The member says no: where the program hears of it. @throws ProductError for a request that is not right */
export async function deny(context: Context, query: URLSearchParams): Promise<string> {
  const request = await requestOf(context, query)
  return answerTo({ ...request, issuer: context.env.siteUrl }, { error: 'access_denied' })
}

async function requestOf(context: Context, query: URLSearchParams): Promise<AuthorizationRequest> {
  const read = await readFrom(context, query)
  if (read.kind !== 'asked') throw new ProductError('malformed_request')
  return read.request
}

async function readFrom(context: Context, query: URLSearchParams) {
  const id = query.get('client_id') ?? ''
  const client = id === '' || id.length > 100 ? undefined : await findClient(context.db, id)
  return readRequest(query, client, context.env.siteUrl)
}
