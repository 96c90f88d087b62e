import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { hashToken, newToken } from '#platform/env/secrets.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { formatDate } from '#platform/i18n/format.ts'
import { accountGraceDays } from '#platform/limits.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { accountClosed } from '../events.ts'
import { isToken } from '../login/token.ts'
import { dropMailTokens, findMailToken, insertMailToken, takeMailToken } from '../login/token-queries.ts'
import { deleteSessionsOf, findAccount } from '../queries.ts'
import { accountClosedMail } from './life-mails.ts'
import { closeAccount, reopenAccount } from './life-queries.ts'

/**
 * Closes the member's account: every session ends now, and after the days of grace it is erased. The mail has a link
 * that keeps it. @throws ProductError('invalid_input') when the member has not said so
 */
export async function closeOwnAccount(context: Context, { isSure }: { isSure: boolean }): Promise<void> {
  const member = requireMember(context)
  if (!isSure) throw new ProductError('invalid_input', { fields: { isSure: 'required' } })
  const { world } = context
  await transaction(context.db, async (tx) => {
    const erasedAt = await closeAccount(tx, member.accountId, accountGraceDays)
    await emit(context, tx, accountClosed, { accountId: member.accountId })
    await deleteSessionsOf(tx, member.accountId)
    await dropMailTokens(tx, member.accountId, ['reset_password', 'change_email', 'complete_registration'])
    const token = newToken()
    await insertMailToken(tx, {
      ...{ tokenHash: hashToken(token), purpose: 'keep_account', accountId: member.accountId },
      hours: accountGraceDays * 24,
    })
    await queueMail(tx, context, {
      mail: accountClosedMail,
      to: member.email,
      vars: {
        publicName: member.publicName,
        date: formatDate(erasedAt, world, 'long'),
        linkUrl: absoluteUrl(context.env.siteUrl, url('keep-account', { world, token })),
      },
      dedupeKey: `account-closed:${hashToken(token).toString('hex')}`,
    })
  })
}

/** Says that the account is closed and can be kept; only to whoever knows its password. */
export class AccountClosed extends ProductError {
  /** Opens the page that says until when, and keeps the account. */
  readonly keepToken: string

  constructor(keepToken: string) {
    super('account_closed')
    this.keepToken = keepToken
  }
}

/** After the right password of a closed account in its days of grace: the page to keep it, for an hour. */
export async function offerToKeep(context: Context, accountId: number): Promise<AccountClosed> {
  const token = newToken()
  await insertMailToken(context.db, {
    ...{ tokenHash: hashToken(token), purpose: 'keep_account', accountId },
    hours: 1,
  })
  return new AccountClosed(token)
}

/** Until when a closed account can be kept. @throws ProductError('link_expired') */
export async function keepPage(context: Context, token: string): Promise<{ erasedAt: Date }> {
  const found = isToken(token) ? await findMailToken(context.db, hashToken(token), 'keep_account') : undefined
  const account = found && (await findAccount(context.db, found.account_id))
  if (!account?.erase_at) throw new ProductError('link_expired')
  return { erasedAt: account.erase_at }
}

/** Opens the closed account again; its owner logs in as before. @throws ProductError('link_expired') */
export async function keepAccount(context: Context, token: string): Promise<void> {
  if (!isToken(token)) throw new ProductError('link_expired')
  await transaction(context.db, async (tx) => {
    const taken = await takeMailToken(tx, hashToken(token), 'keep_account')
    if (taken === undefined || !(await reopenAccount(tx, taken.account_id)))
      throw new ProductError('link_expired')
  })
}
