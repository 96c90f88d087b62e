import { type Context, type Deps, strangerContext } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { isProductError } from '#platform/errors.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { type LiveWorldCode, liveWorldOr } from '#platform/rules/contract/world.ts'
import { withoutLinks } from '#platform/rules/text/no-links.ts'
import { giveCardBack } from '#shop/buying/gift-cards/server/service.ts'
import { type BuyersOrder, orderOfBuyer, withdrawFromOrder } from '#shop/money/orders/server/service.ts'
import { mailWindow } from '#shop/people/identity/server/service.ts'
import { type WithdrawalStatementVars, withdrawalStatementMail } from './mails.ts'
import type { Statement } from './types.ts'

type Outcome = Pick<WithdrawalStatementVars, 'outcome' | 'consentAt'>

/**
 * The job `receive_withdrawal`: does what the statement asks for where the right lasts, and acknowledges it by mail with its
 * content, its time and what became of it. Only the order's own address is answered for the order; every other one
 * learns that there is none under it. All in one transaction, so that a job that comes back does nothing twice.
 */
export async function receiveWithdrawal(
  deps: Deps,
  statement: Statement & { world: LiveWorldCode; at: string },
): Promise<void> {
  const { name, number, email, world } = statement
  const context = strangerContext(deps, world)
  await transaction(deps.db, async (tx) => {
    const found = await orderOfBuyer(tx, { number: number.toUpperCase(), email })
    const outcome = found === undefined ? unknown : await outcomeFor(tx, deps, found, new Date(statement.at))
    await queueMail(tx, context, {
      mail: withdrawalStatementMail,
      to: email,
      vars: {
        name: withoutLinks(name),
        number: withoutLinks(number),
        email,
        receivedAt: new Date(statement.at),
        ...outcome,
        supportEmail: deps.env.company.email,
        termsUrl: `${absoluteUrl(deps.env.siteUrl, url('terms', { world }))}#withdrawal-provisions`,
      },
      // One mail per address and period: anybody may type any address.
      dedupeKey: `withdrawal-statement:${email}:${found === undefined ? '' : `${found.world}:${found.id}`}:${mailWindow()}`,
    })
  })
}

const unknown: Outcome = { outcome: 'unknown', consentAt: null }

async function outcomeFor(tx: Db, deps: Deps, found: BuyersOrder, at: Date): Promise<Outcome> {
  const context = strangerContext(deps, liveWorldOr(found.world, 'de'))
  if (found.purpose === 'gift_card')
    return { outcome: await cardOutcome(tx, context, found), consentAt: null }
  return await withdrawFromOrder(tx, context, { orderId: found.id, accountId: found.accountId, at })
}

/** A card that nobody redeemed goes back at any time, so also within the period of the law. */
async function cardOutcome(tx: Db, context: Context, found: BuyersOrder): Promise<Outcome['outcome']> {
  try {
    await giveCardBack(tx, context, { orderId: found.id, accountId: found.accountId })
    return 'withdrawn'
  } catch (error) {
    if (isProductError(error) && error.code === 'conflict') return 'card_used'
    throw error
  }
}
