import { type Context, memberOf } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { tellOwner } from '#shop/people/account-security/server/service.ts'
import { findSellerTax } from '../seller-queries.ts'
import { findConnect, insertConnect, setChosen, setReady } from './connect-queries.ts'

/** How a seller stands with the provider's accounts. */
export interface ConnectState {
  hasAccount: boolean
  /** Money can be sent there. */
  isReady: boolean
  /** It goes there, not to the bank. */
  isChosen: boolean
  /** Where the form leads. */
  pageOrigin: string
}

/** Undefined where payouts go to banks alone. Asks the provider while it is not ready. */
export async function connectState(context: Context): Promise<ConnectState | undefined> {
  const { db, payments } = context
  const member = memberOf(context)
  const { transfers } = payments
  if (transfers === undefined || member === undefined) return undefined
  const row = await findConnect(db, member.accountId)
  const { pageOrigin } = transfers
  if (row === undefined) return { hasAccount: false, isReady: false, isChosen: false, pageOrigin }
  const isReady = row.is_ready || (await askReady(context, member.accountId, row.stripe_account))
  return { hasAccount: true, isReady, isChosen: row.is_chosen, pageOrigin }
}

/** A provider that does not answer leaves it as it was: the next look asks again. */
async function askReady(
  { db, payments, log }: Context,
  accountId: number,
  account: string,
): Promise<boolean> {
  try {
    const isReady = (await payments.transfers?.isReady(account)) ?? false
    await setReady(db, accountId, isReady)
    return isReady
  } catch (error) {
    log.warn({ err: error, accountId }, 'the provider did not say whether a seller can be paid there')
    return false
  }
}

/** Opens the seller's account at the provider and answers its page, where they say who they are. @throws ProductError unavailable */
export async function openConnect(context: Context): Promise<{ url: string }> {
  const { accountId, email } = requireMember(context)
  const { db, env, world, payments } = context
  const { transfers } = payments
  if (transfers === undefined) throw new ProductError('not_found')
  const known = await findConnect(db, accountId)
  const country = (await findSellerTax(db, accountId))?.country ?? worldOf(world).country
  const account = known?.stripe_account ?? (await transfers.openAccount({ accountId, email, country }))
  await insertConnect(db, accountId, account)
  const here = absoluteUrl(env.siteUrl, url('bank-details', { world }))
  return { url: await transfers.onboardingUrl(account, { returnUrl: here, againUrl: here }) }
}

/**
 * Chooses where the money goes: to the bank or to the account at the provider. As after another bank account, payouts rest
 * for some days and the owner hears of it. @throws ProductError conflict (the account there is not ready)
 */
export async function choosePayoutWay(context: Context, way: 'bank' | 'stripe'): Promise<{ way: string }> {
  const { accountId, email, publicName } = requireMember(context)
  const row = await findConnect(context.db, accountId)
  if (way === 'stripe' && (context.payments.transfers === undefined || !row?.is_ready))
    throw new ProductError('conflict')
  await transaction(context.db, async (tx) => {
    if (await setChosen(tx, accountId, way === 'stripe'))
      await tellOwner(context, tx, { email, publicName }, 'bank_details_changed')
  })
  return { way }
}
