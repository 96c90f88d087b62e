import { renderSVG } from 'uqr'
import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { pastedCode } from '#platform/rules/text/as-pasted.ts'
import { secondStepPassed } from './events.ts'
import { tellOwner } from './notices.ts'
import { deleteTotp, findTotp, forgetTries, guardsOf, replaceCodes, startTotp, takeStep } from './queries.ts'
import { newRecoveryCodes } from './second-step.ts'
import { base32, newTotpSecret, otpauthUri, sealed, stepOfCode, unsealed } from './totp.ts'

/** A secret that was shown and never proven is forgotten. */
const setUpMinutes = 60

/** How the member's login is guarded. */
export interface Guards {
  hasTotp: boolean
  passkeys: number
  /** Recovery codes that are left. */
  codes: number
  /** While the app is being set up: what it has to learn. */
  setUp?: { key: string; uri: string; qr: string } | undefined
}

/** The member's guards, as the security page shows them. */
export async function ownGuards(context: Context): Promise<Guards> {
  const member = requireMember(context)
  const { hasTotp, passkeys, codes } = await guardsOf(context.db, member.accountId)
  const totp = hasTotp ? undefined : await findTotp(context.db, member.accountId)
  if (totp === undefined || totp.created_at.getTime() < Date.now() - setUpMinutes * 60_000)
    return { hasTotp, passkeys, codes }
  const secret = unsealed(totp.secret, context.env.secret)
  const uri = otpauthUri(secret, member.email)
  const key = base32(secret).replace(/.{4}(?=.)/g, '$& ')
  return { hasTotp, passkeys, codes, setUp: { key, uri, qr: renderSVG(uri, { border: 2 }) } }
}

/** Makes a secret for an app; it guards nothing until a code proves that the app has it. */
export async function startTwoFactor(context: Context): Promise<void> {
  const { accountId } = requireMember(context)
  await startTotp(context.db, accountId, sealed(newTotpSecret(), context.env.secret))
}

/**
 * Turns the second step on with a first code of the app. @returns the recovery codes, to be shown once
 * @throws ProductError second_factor_wrong; conflict when nothing was started
 */
export async function confirmTwoFactor(context: Context, typed: string): Promise<string[]> {
  const member = requireMember(context)
  const totp = await findTotp(context.db, member.accountId)
  if (totp === undefined || totp.confirmed_at !== null) throw new ProductError('conflict')
  const step = stepOfCode(unsealed(totp.secret, context.env.secret), pastedCode(typed))
  if (step === undefined)
    throw new ProductError('second_factor_wrong', { fields: { code: 'second_factor_wrong' } })
  return await transaction(context.db, async (tx) => {
    if (!(await takeStep(tx, member.accountId, step, { isConfirmed: false })))
      throw new ProductError('conflict')
    await emit(context, tx, secondStepPassed, { sessionHash: member.sessionHash })
    await tellOwner(context, tx, member, 'two_factor_on')
    return await newRecoveryCodes({ ...context, db: tx }, member.accountId)
  })
}

/** Turns the second step off; the recovery codes go with it. */
export async function stopTwoFactor(context: Context): Promise<void> {
  const member = requireMember(context)
  await transaction(context.db, async (tx) => {
    if (!(await deleteTotp(tx, member.accountId))) return
    await replaceCodes(tx, member.accountId, [])
    await forgetTries(tx, member.accountId)
    await tellOwner(context, tx, member, 'two_factor_off')
  })
}

/** New recovery codes instead of those of before. @throws ProductError('conflict') without a second step */
export async function renewRecoveryCodes(context: Context): Promise<string[]> {
  const member = requireMember(context)
  const { hasTotp, passkeys } = await guardsOf(context.db, member.accountId)
  if (!hasTotp && passkeys === 0) throw new ProductError('conflict')
  return await transaction(context.db, async (tx) => {
    await tellOwner(context, tx, member, 'recovery_codes_made')
    return await newRecoveryCodes({ ...context, db: tx }, member.accountId)
  })
}
