import { createHmac, randomInt } from 'node:crypto'
import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { purposeKey } from '#platform/env/env.ts'
import { ProductError } from '#platform/errors.ts'
import { pastedCode } from '#platform/rules/text/as-pasted.ts'
import { tellOwner } from './notices.ts'
import {
  countTry,
  findTotp,
  forgetTries,
  guardsOf,
  ownerOf,
  replaceCodes,
  takeCode,
  takeStep,
} from './queries.ts'
import { stepOfCode, unsealed } from './totp.ts'

/** Only who knows the password comes this far, so no stranger can keep an owner out. */
const limit = { tries: 10, minutes: 15 } as const
const codeCount = 10
/** Without signs that look like others. */
const codeSigns = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * Whether a password alone does not log this account in: its owner turned the second step on, or it is
 * that of somebody of the platform with a passkey.
 */
export async function secondFactorNeeded(context: Pick<Context, 'db'>, accountId: number): Promise<boolean> {
  const { isStaff, hasTotp, passkeys } = await guardsOf(context.db, accountId)
  return hasTotp || (isStaff && passkeys > 0)
}

/**
 * Whether an account's login passes with this code: of the app, or one of the recovery codes. Each works once.
 * @throws ProductError second_factor_wrong; rate_limited after ten wrong ones
 */
export async function checkSecondFactor(context: Context, accountId: number, typed: string): Promise<void> {
  const { failures, seconds } = await countTry(context.db, accountId, limit)
  if (failures > limit.tries)
    throw new ProductError('rate_limited', { retryAfterSeconds: Math.max(1, seconds) })
  const code = pastedCode(typed).toLowerCase()
  const isRight = /^\d{6}$/.test(code)
    ? await isRightTotp(context, accountId, code)
    : await isRecoveryCode(context, accountId, code)
  if (isRight) return await forgetTries(context.db, accountId)
  if (failures === limit.tries) await warnOwner(context, accountId)
  throw new ProductError('second_factor_wrong', { fields: { code: 'second_factor_wrong' } })
}

/** Ten new recovery codes; those of before work no more. Shown once, only their marks are stored. */
export async function newRecoveryCodes(
  context: Pick<Context, 'db' | 'env'>,
  accountId: number,
): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, () => `${fiveSigns()}-${fiveSigns()}`)
  const marks = codes.map((code) => markOf(context, accountId, code.replace('-', '')))
  await replaceCodes(context.db, accountId, marks)
  return codes
}

async function isRightTotp(context: Context, accountId: number, code: string): Promise<boolean> {
  const totp = await findTotp(context.db, accountId)
  if (!totp?.confirmed_at) return false
  const step = stepOfCode(unsealed(totp.secret, context.env.secret), code)
  return step !== undefined && (await takeStep(context.db, accountId, step, { isConfirmed: true }))
}

async function isRecoveryCode(context: Context, accountId: number, code: string): Promise<boolean> {
  return await transaction(context.db, async (tx) => {
    if (!(await takeCode(tx, accountId, markOf(context, accountId, code)))) return false
    const owner = await ownerOf(tx, accountId)
    if (owner)
      await tellOwner(
        context,
        tx,
        { email: owner.email, publicName: owner.public_name },
        'recovery_code_used',
      )
    return true
  })
}

async function warnOwner(context: Context, accountId: number): Promise<void> {
  const owner = await ownerOf(context.db, accountId)
  if (owner === undefined) return
  const { email, public_name: publicName } = owner
  await transaction(context.db, (tx) => tellOwner(context, tx, { email, publicName }, 'codes_guessed'))
}

/** Keyed with the product's secret: 50 random bits alone could be tried out by whoever reads the table. */
function markOf({ env }: Pick<Context, 'env'>, accountId: number, code: string): Buffer {
  const key = purposeKey(env.secret, 'recovery code')
  return createHmac('sha256', key).update(`${accountId}!${code}`).digest()
}

function fiveSigns(): string {
  return Array.from({ length: 5 }, () => codeSigns[randomInt(codeSigns.length)]).join('')
}
