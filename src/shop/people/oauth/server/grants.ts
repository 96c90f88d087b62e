import type { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import { hashToken } from '#platform/env/secrets.ts'
import { ProductError } from '#platform/errors.ts'
import type { authenticateInputSchema, SocialProvider } from '#platform/rules/contract/user.ts'
import { readScopes } from '#platform/scopes.ts'
import {
  authenticate,
  type Client,
  type Login,
  openPublicSession,
} from '#shop/people/identity/server/service.ts'
import { isOffered, logInWithToken } from '#shop/people/social/server/service.ts'
import { type Caller, callerOf } from './clients.ts'
import { isRefused, type Refused, refused } from './refusal.ts'
import { addRefreshToken, exchangeCode, rotate, type Tokens } from './tokens.ts'

export type AuthenticateInput = z.output<typeof authenticateInputSchema>

/** A login of our own, or what a program gets. */
export type Granted = { login: Login; refreshToken: string | undefined } | { tokens: Tokens } | Refused

const socialGrants: Readonly<Partial<Record<AuthenticateInput['grant_type'], SocialProvider>>> = {
  facebook: 'facebook',
  google: 'google',
  apple_id: 'apple',
  microsoft: 'microsoft',
}

/**
 * Specification 7, `authenticate` with every grant. What a person can mend is thrown; what only a program meets is said
 * in the words of RFC 6749. The password and the social grants are the product's own: programs of others ask the member
 * at the authorization page (RFC 9700, 2.4).
 */
export async function grant(
  context: Context,
  input: AuthenticateInput,
  client: Client,
  authorization: string | undefined,
): Promise<Granted> {
  const caller = await callerOf(context, input, authorization)
  if (isRefused(caller)) return caller
  const { grant_type: type } = input
  const scopes = readScopes(input.scopes ?? input.scope)
  const isTooMuch = type === 'client_credentials' && asksForMember(input.scopes ?? input.scope)
  if (scopes === undefined || isTooMuch) {
    if (caller.kind === 'program')
      return refused('invalid_scope', isTooMuch ? 'at most: public' : 'unknown scope')
    throw new ProductError('invalid_input', { fields: { scopes: 'invalid' } })
  }
  return caller.kind === 'program'
    ? await grantToProgram(context, input, caller)
    : await grantOwn(context, input, client)
}

/** A program without a member sees what everybody sees. */
function asksForMember(asked = ''): boolean {
  return asked.split(' ').some((name) => name !== '' && name !== 'public')
}

async function grantToProgram(
  context: Context,
  input: AuthenticateInput,
  { client, isProven }: Extract<Caller, { kind: 'program' }>,
): Promise<Granted> {
  switch (input.grant_type) {
    case 'authorization_code':
      return tokensOr(await exchangeCode(context, client, input))
    case 'refresh_token':
      return tokensOr(await rotate(context, client.id, input.refresh_token))
    case 'client_credentials': {
      if (!isProven) return refused('unauthorized_client', 'only for programs with a secret')
      const login = await openPublicSession(context, { platform: input.platform, clientId: client.id })
      return { login, refreshToken: undefined }
    }
    default:
      return refused('unauthorized_client', 'only for the product itself')
  }
}

async function grantOwn(context: Context, input: AuthenticateInput, client: Client): Promise<Granted> {
  const { grant_type: type } = input
  if (type === 'authorization_code') return refused('unauthorized_client', 'a client_id is needed')
  if (type === 'refresh_token') return tokensOr(await rotate(context, null, input.refresh_token))
  const provider = socialGrants[type]
  if (provider !== undefined && !isOffered(context, provider))
    return refused('unauthorized_client', `${type} is not offered here`)
  const login =
    provider === undefined
      ? await authenticate(
          context,
          { ...input, grant_type: type as 'password' | 'client_credentials' },
          client,
        )
      : await logInWithToken(context, provider, {
          token: type === 'facebook' ? input.facebook_access_token : input.id_token,
          nonce: input.nonce,
          platform: input.platform,
          isRefreshed: client.isApp === true,
        })
  const isRefreshed = login.isRefreshed === true
  const refreshToken = isRefreshed ? await addRefreshToken(context.db, hashToken(login.token)) : undefined
  return { login, refreshToken }
}

function tokensOr(answer: Tokens | Refused): Granted {
  return isRefused(answer) ? answer : { tokens: answer }
}
