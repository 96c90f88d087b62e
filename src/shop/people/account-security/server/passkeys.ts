import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Env } from '#platform/env/env.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { secondStepPassed } from './events.ts'
import { deviceWords, tellOwner } from './notices.ts'
import { webauthn } from './passkey-library.ts'
import {
  deletePasskey,
  findPasskey,
  insertChallenge,
  insertPasskey,
  notePasskeyUsed,
  passkeysOf,
  takeChallenge,
} from './passkey-queries.ts'

const challengeMinutes = 5
const maxPasskeys = 20

/** One of the member's passkeys, as the security page lists it. */
export interface OwnPasskey {
  id: string
  name: string
  since: string
  lastUsed: string | null
}

/** The member's passkeys, the oldest first. */
export async function ownPasskeys(context: Context): Promise<OwnPasskey[]> {
  const rows = await passkeysOf(context.db, requireMember(context).accountId)
  return rows.map(({ id, name, created_at, last_used_at }) => ({
    ...{ id, name, since: created_at.toISOString() },
    lastUsed: last_used_at?.toISOString() ?? null,
  }))
}

/** What the browser asks an authenticator to make. @throws ProductError('conflict') when there are too many */
export async function passkeyToMake(context: Context): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const member = requireMember(context)
  const known = await passkeysOf(context.db, member.accountId)
  if (known.length >= maxPasskeys) throw new ProductError('conflict')
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: 'Aularium',
    rpID: siteOf(context.env).rpId,
    userName: member.email,
    userDisplayName: member.publicName,
    userID: new TextEncoder().encode(`account-${member.accountId}`),
    attestationType: 'none',
    excludeCredentials: known.map(({ id }) => ({ id })),
    // Found by the device without a name being typed, and opened by finger, face or PIN: both factors in one.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await insertChallenge(context.db, options.challenge, member.accountId, challengeMinutes)
  return options
}

/** Keeps a passkey the browser made. @throws ProductError second_factor_wrong when it proves nothing */
export async function addPasskey(
  context: Context,
  { name, response }: { name: string; response: RegistrationResponseJSON },
): Promise<void> {
  const member = requireMember(context)
  const { origin, rpId } = siteOf(context.env)
  const { verifyRegistrationResponse } = await webauthn()
  const verified = await orWrong(
    verifyRegistrationResponse({
      response,
      expectedChallenge: (challenge) => takeChallenge(context.db, challenge, member.accountId),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
    }),
  )
  const { credential } = verified.registrationInfo ?? {}
  if (!verified.verified || credential === undefined) throw new ProductError('second_factor_wrong')
  await transaction(context.db, async (tx) => {
    const isNew = await insertPasskey(tx, {
      id: credential.id,
      accountId: member.accountId,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      name: name.trim() || (deviceWords(context.userAgent) ?? 'Passkey'),
    })
    if (!isNew) throw new ProductError('conflict')
    await emit(context, tx, secondStepPassed, { sessionHash: member.sessionHash })
    await tellOwner(context, tx, member, 'passkey_added')
  })
}

/** @throws ProductError('not_found') for one that is not the member's */
export async function removePasskey(context: Context, id: string): Promise<void> {
  const member = requireMember(context)
  await transaction(context.db, async (tx) => {
    if (!(await deletePasskey(tx, member.accountId, id))) throw new ProductError('not_found')
    await tellOwner(context, tx, member, 'passkey_removed')
  })
}

/** What the browser asks an authenticator to sign: to log somebody in, or a member to prove who they are. */
export async function passkeyToUse(context: Context): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: siteOf(context.env).rpId,
    userVerification: 'required',
  })
  await insertChallenge(context.db, options.challenge, null, challengeMinutes)
  return options
}

/** Whose passkey signed. @throws ProductError('second_factor_wrong') for whatever is wrong with it */
export async function accountOfPasskey(
  context: Context,
  response: AuthenticationResponseJSON,
): Promise<number> {
  const passkey = await findPasskey(context.db, response.id)
  if (passkey === undefined) throw new ProductError('second_factor_wrong')
  const { origin, rpId } = siteOf(context.env)
  const { verifyAuthenticationResponse } = await webauthn()
  const verified = await orWrong(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => takeChallenge(context.db, challenge, null),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
    }),
  )
  if (!verified.verified) throw new ProductError('second_factor_wrong')
  await notePasskeyUsed(context.db, passkey.id, verified.authenticationInfo.newCounter)
  return passkey.account_id
}

/** The member proves with a passkey who they are: the session counts as fresh. @throws second_factor_wrong */
export async function confirmWithPasskey(
  context: Context,
  response: AuthenticationResponseJSON,
): Promise<void> {
  const member = requireMember(context)
  if ((await accountOfPasskey(context, response)) !== member.accountId)
    throw new ProductError('second_factor_wrong')
  await emit(context, context.db, secondStepPassed, { sessionHash: member.sessionHash })
}

/** A passkey belongs to the site's own address, and to no other name it may be reached by. */
function siteOf({ siteUrl }: Pick<Env, 'siteUrl'>): { origin: string; rpId: string } {
  const { origin, hostname } = new URL(siteUrl)
  return { origin, rpId: hostname }
}

/** The library throws for everything that does not fit; to the one who asks it is all the same. */
async function orWrong<T>(verified: Promise<T>): Promise<T> {
  try {
    return await verified
  } catch (cause) {
    throw new ProductError('second_factor_wrong', { cause })
  }
}
