import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { isAllowed } from '#platform/http/access/authorize.ts'
import { maxAuthorDebtCents, refundRequestDays, refundRequestsAMonth } from '#platform/limits.ts'
import { cleanText } from '#platform/rules/text/clean-text.ts'
import { isWithinRate, isWithinRule, type RefundRule } from '../../rules/refund-rule.ts'
import { refundRuleChanged } from '../events.ts'
import { balancesOf } from '../ledger/ledger.ts'
import { lockSeller } from '../ledger/ledger-queries.ts'
import { isOwnOrder } from '../policy.ts'
import { findOrder, lockBuyer, lockOrder } from '../queries.ts'
import { mailClosed, mailDeclined, mailWish } from './refund-request-mails.ts'
import {
  decideRequest,
  insertRequest,
  openRequestCounts,
  type RequestRow,
  type ReturnableRow,
  requestRows,
  returnableRows,
  returnHabits,
  ruleOf,
  writeRule,
} from './refund-request-queries.ts'
import { bookRefund } from './refunds.ts'

const linesOnPage = 20
const wishesOnPage = 50
const dayMs = 86_400_000

/** What an author grants beyond the law, or the author of a material; null: nothing. */
export async function refundRuleOf(
  { db }: Pick<Context, 'db'>,
  of: { authorId: number } | { materialId: number },
): Promise<RefundRule | null> {
  return await ruleOf(db, of)
}

/** Sets what the author grants from now on; what is sold keeps the rule of its day. */
export async function saveRefundRule(context: Context, rule: RefundRule | null): Promise<void> {
  const { accountId: authorId } = requireMember(context)
  await transaction(context.db, async (tx) => {
    await writeRule(tx, authorId, rule)
    await emit(context, tx, refundRuleChanged, { authorId })
  })
}

/** A line its buyer may ask to give back. */
export interface ReturnableLine {
  reference: string
  number: string
  materialId: number
  title: string
  currency: string
  amount: number
  /** Inside the author's rule: no word of anybody is needed. */
  isGranted: boolean
  /** Its author grants something by rule, whether or not that covers this. */
  hasRule: boolean
  state: 'open' | 'declined' | undefined
  answer: string | null
}

/** What the member may ask back, the newest first; `reference`: of one order. */
export async function returnableLines(context: Context, reference?: string): Promise<ReturnableLine[]> {
  const { accountId } = requireMember(context)
  const rows = await linesOf(context.db, context, { accountId, reference, limit: linesOnPage })
  if (rows.length === 0) return []
  const isFair = isWithinRate(await habits(context.db, accountId))
  // Nothing is promised that the author's balance does not bear.
  const granted = await Promise.all(
    rows.map(async (row) => isFair && isInRule(row) && (await isBorne(context.db, row))),
  )
  return rows.map((row, index) => ({
    reference: row.reference,
    number: row.number,
    materialId: row.material_id,
    title: row.title,
    currency: row.currency,
    amount: row.left_cents,
    isGranted: granted[index] ?? false,
    hasRule: row.refund_days !== null,
    state: row.status ?? undefined,
    answer: row.answer,
  }))
}

/**
 * The buyer asks one line of an order back. Inside the author's rule of its sale it goes back at once; otherwise the author
 * is asked. @throws ProductError not_found, conflict (asked before, nothing left), rate_limited, invalid_input
 */
export async function requestRefund(
  context: Context,
  input: { reference: string; materialId: number; reason: string },
): Promise<{ status: 'granted' | 'open' }> {
  const member = requireMember(context)
  const { world } = context
  const { accountId } = member
  const reason = cleanText(input.reason)
  if (reason === '') throw new ProductError('invalid_input', { fields: { reason: 'required' } })
  const found = await findOrder(context.db, world, input.reference)
  if (found === undefined || !isOwnOrder(member, found)) throw new ProductError('not_found')
  return await transaction(context.db, async (tx) => {
    await lockBuyer(tx, accountId)
    const order = await lockOrder(tx, world, found.id)
    const rows = await linesOf(tx, context, { accountId, reference: order.reference, limit: 1000 })
    const line = rows.find((row) => row.material_id === input.materialId)
    if (line === undefined || line.status !== null) throw new ProductError('conflict')
    const habit = await habits(tx, accountId)
    if (habit.asked >= refundRequestsAMonth) throw new ProductError('rate_limited')
    const byRule = isInRule(line) && isWithinRate(habit) && (await isBorneNow(tx, line))
    const { materialId } = input
    const isNew = await insertRequest(tx, world, {
      ...{ orderId: order.id, materialId, accountId, authorId: line.author_id, reason, byRule },
    })
    if (!isNew) throw new ProductError('conflict')
    if (byRule) {
      const items = [{ materialId }]
      const kind = 'refund'
      await bookRefund(tx, context, {
        order,
        items,
        reason,
        keepsAccess: false,
        kind,
        requestedBy: accountId,
      })
      return { status: 'granted' }
    }
    await mailWish(tx, context, { authorId: line.author_id, materialId, title: line.title, order, reason })
    return { status: 'open' }
  })
}

/**
 * Wishes that wait for the member as an author; for finance on demand those of everybody but themselves, the declined ones,
 * too.
 */
export async function refundRequests(context: Context, of: 'own' | 'all' = 'own'): Promise<RequestRow[]> {
  const { accountId } = requireMember(context)
  const { db, world } = context
  if (of === 'own')
    return await requestRows(db, world, { authorId: accountId, status: 'open', limit: wishesOnPage })
  if (!isAllowed(context, 'order.refund')) throw new ProductError('forbidden')
  const rows = await requestRows(db, world, { limit: wishesOnPage })
  return rows.filter((row) => row.account_id !== accountId)
}

/**
 * The author's word on a wish, once; finance may decide in their place and grant what was declined.
 * Nobody decides about their own money, and no author about more than is still theirs.
 * @throws ProductError not_found, forbidden, refund_not_covered, conflict (decided, or nothing left), invalid_input (a refusal without words)
 */
export async function decideRefund(
  context: Context,
  input: { reference: string; materialId: number; isGranted: boolean; answer?: string | undefined },
): Promise<{ status: 'granted' | 'declined' }> {
  const { accountId: by } = requireMember(context)
  const { world } = context
  const answer = cleanText(input.answer ?? '') || null
  const found = await findOrder(context.db, world, input.reference)
  if (found === undefined) throw new ProductError('not_found')
  const line = { orderId: found.id, materialId: input.materialId }
  return await transaction(context.db, async (tx) => {
    await lockBuyer(tx, found.account_id)
    const order = await lockOrder(tx, world, found.id)
    const [wish] = await requestRows(tx, world, { line, limit: 1 })
    const isFinance = isAllowed(context, 'order.refund')
    if (wish === undefined || !(wish.author_id === by || isFinance)) throw new ProductError('not_found')
    if (wish.account_id === by) throw new ProductError('forbidden')
    if (!input.isGranted && answer === null)
      throw new ProductError('invalid_input', { fields: { answer: 'required' } })
    if (input.isGranted && !isFinance && !(await isBorneNow(tx, wish)))
      throw new ProductError('refund_not_covered')
    const from = isFinance && input.isGranted ? (['open', 'declined'] as const) : (['open'] as const)
    const to = input.isGranted ? 'granted' : 'declined'
    if (!(await decideRequest(tx, world, { id: wish.id, from, to, answer, by })))
      throw new ProductError('conflict')
    if (to === 'declined') {
      await mailDeclined(tx, context, { order, title: wish.title, answer: answer ?? '', id: wish.id })
      if (wish.author_id !== by) await mailClosed(tx, context, { ...wish, answer: answer ?? '' })
      return { status: to }
    }
    const items = [{ materialId: wish.material_id }]
    const { reason } = wish
    await bookRefund(tx, context, {
      order,
      items,
      reason,
      keepsAccess: false,
      kind: 'refund',
      requestedBy: by,
    })
    return { status: to }
  })
}

/**
 * Whether an author's balance bears a refund that nobody of finance looks at: who is paid out, and then gives friends all of
 * their money back, would take it from us.
 */
async function isBorne(
  db: Db,
  line: Pick<ReturnableRow, 'author_id' | 'currency' | 'left_cents'>,
): Promise<boolean> {
  const balances = await balancesOf(db, `author:${line.author_id}`)
  const owedCents = 0 - (balances.find(({ currency }) => currency === line.currency)?.balanceCents ?? 0)
  return owedCents - line.left_cents >= -maxAuthorDebtCents
}

/** The same until the transaction ends. */
async function isBorneNow(tx: Db, line: Parameters<typeof isBorne>[1]): Promise<boolean> {
  await lockSeller(tx, line.author_id)
  return await isBorne(tx, line)
}

async function linesOf(
  db: Db,
  { world }: Context,
  input: { accountId: number; reference?: string | undefined; limit: number },
): Promise<ReturnableRow[]> {
  const since = new Date(Date.now() - refundRequestDays * dayMs)
  return await returnableRows(db, world, { ...input, since })
}

function isInRule(row: ReturnableRow): boolean {
  // Given back, it would still be there, and what was bought on top of it would have been too cheap.
  if (row.is_built_on) return false
  const { refund_days: days, refund_after_download: afterDownload } = row
  const rule = days === null ? null : { days, afterDownload }
  return isWithinRule(rule, { paidAt: row.paid_at, now: new Date(), isDownloaded: row.is_downloaded })
}

async function habits(db: Db, accountId: number) {
  const ago = (days: number) => new Date(Date.now() - days * dayMs)
  return await returnHabits(db, { accountId, since: ago(refundRequestDays), askedSince: ago(30) })
}

/** How many requests wait for a decision, in every world. */
export async function waitingRequests({
  db,
}: Pick<Context, 'db'>): Promise<{ world: string; count: number }[]> {
  return await openRequestCounts(db)
}
