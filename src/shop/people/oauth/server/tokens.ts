import { createHash, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { hashToken, newToken } from '#platform/env/secrets.ts'
import { appTokenMinutes, refreshDays } from '#platform/limits.ts'
import type { revokeInputSchema } from '#platform/rules/contract/user.ts'
import { programScopes, scopeText } from '#platform/scopes.ts'
import {
  endSession,
  isActive,
  isToken,
  openClientSession,
  renewSession,
} from '#shop/people/identity/server/service.ts'
import { callerOf } from './clients.ts'
import {
  insertRefreshToken,
  noteSessionOfCode,
  type OauthClient,
  sessionOfToken,
  sessionOfUsedCode,
  sessionOfUsedRefreshToken,
  takeCode,
  takeRefreshToken,
} from './queries.ts'
import { isRefused, type Refused, refused } from './refusal.ts'

/** What a program gets for a code or a refresh token. */
export interface Tokens {
  token: string
  expiresInSeconds: number
  accountId: number
  refreshToken: string
  /** As RFC 6749, 5.1 names them. */
  scope: string
}

const verifierForm = /^[\w.~-]{43,128}$/

/**
 * The grant `authorization_code` (RFC 6749, 4.1.3, with PKCE). A code that comes a second time has been stolen on one of
 * its ways: what was opened with it ends.
 */
export async function exchangeCode(
  context: Context,
  client: OauthClient,
  input: { code?: string | undefined; redirect_uri?: string | undefined; code_verifier?: string | undefined },
): Promise<Tokens | Refused> {
  const { code, redirect_uri: redirectUri, code_verifier: verifier } = input
  if (!code || !redirectUri || !verifier || !verifierForm.test(verifier))
    return refused('invalid_request', 'code, redirect_uri and code_verifier are needed')
  const wrong = refused('invalid_grant', 'the code is not valid, or not for this')
  if (!isToken(code)) return wrong
  const codeHash = hashToken(code)
  return await transaction(context.db, async (tx) => {
    const taken = await takeCode(tx, codeHash, client.id)
    if (taken === undefined) {
      await endStolen(context, tx, await sessionOfUsedCode(tx, codeHash), 'authorization code')
      return wrong
    }
    const isMeant = taken.redirect_uri === redirectUri && isChallengeOf(taken.code_challenge, verifier)
    if (!isMeant || !(await isActive(tx, taken.account_id))) return wrong
    const session = await openClientSession(tx, {
      ...{ accountId: taken.account_id, clientId: client.id, scopes: taken.scopes },
    })
    await noteSessionOfCode(tx, codeHash, session.tokenHash)
    const { token, expiresInSeconds } = session
    const refreshToken = await addRefreshToken(tx, session.tokenHash)
    return {
      token,
      expiresInSeconds,
      accountId: taken.account_id,
      refreshToken,
      scope: scopeText(taken.scopes),
    }
  })
}

/**
 * The grant `refresh_token` with rotation (RFC 9700, 4.14.2): each token works once. One that comes again is in two hands,
 * so the session and all that came of it end. `clientId` null: one of our own apps.
 */
export async function rotate(
  context: Context,
  clientId: string | null,
  refreshToken: string | undefined,
): Promise<Tokens | Refused> {
  if (!refreshToken) return refused('invalid_request', 'refresh_token is needed')
  const wrong = refused('invalid_grant', 'the refresh token is not valid')
  if (!isToken(refreshToken)) return wrong
  const usedHash = hashToken(refreshToken)
  return await transaction(context.db, async (tx) => {
    const taken = await takeRefreshToken(tx, usedHash, clientId)
    if (taken === undefined || taken.account_id === null) {
      await endStolen(context, tx, await sessionOfUsedRefreshToken(tx, usedHash), 'refresh token')
      return wrong
    }
    const token = newToken()
    const newHash = hashToken(token)
    const seconds = appTokenMinutes * 60
    const refreshSeconds = refreshDays * 86_400
    await renewSession(tx, { oldHash: taken.session_hash, newHash, seconds, refreshSeconds })
    const next = await addRefreshToken(tx, newHash)
    return {
      token,
      expiresInSeconds: seconds,
      accountId: taken.account_id,
      refreshToken: next,
      scope: scopeText(taken.scopes ?? programScopes),
    }
  })
}

/** A first refresh token for a session that can be renewed. */
export async function addRefreshToken(db: Db, sessionHash: Buffer): Promise<string> {
  const refreshToken = newToken()
  await insertRefreshToken(db, hashToken(refreshToken), sessionHash)
  return refreshToken
}

async function endStolen(
  context: Context,
  tx: Db,
  sessionHash: Buffer | undefined,
  what: string,
): Promise<void> {
  if (sessionHash === undefined) return
  await endSession(tx, sessionHash)
  context.log.warn({ what }, 'used twice: its session was ended')
}

function isChallengeOf(challenge: string, verifier: string): boolean {
  const [given, expected] = [
    Buffer.from(challenge),
    Buffer.from(createHash('sha256').update(verifier).digest('base64url')),
  ]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/**
 * RFC 7009: ends the session a token belongs to, with its access and refresh tokens. A token that is unknown, or another
 * program's, is answered alike: there is nothing to end.
 */
export async function revokeToken(
  context: Context,
  input: z.output<typeof revokeInputSchema>,
  authorization: string | undefined,
): Promise<Record<never, never> | Refused> {
  const caller = await callerOf(context, input, authorization)
  if (isRefused(caller)) return caller
  if (!isToken(input.token)) return {}
  const clientId = caller.kind === 'program' ? caller.client.id : null
  await transaction(context.db, async (tx) => {
    const session = await sessionOfToken(tx, hashToken(input.token), clientId)
    if (session !== undefined) await endSession(tx, session)
  })
  return {}
}
