import { shareOf, splitByLargestRemainder, sumCents, taxContained } from '#platform/rules/money/money.ts'
import { asPasted, pastedCode } from '#platform/rules/text/as-pasted.ts'

/** Why a voucher gives nothing now; each has its words in `cart:voucher.error.<reason>`. */
export const voucherReasons = [
  'unknown',
  'not_yet',
  'ended',
  'used_up',
  'used_by_you',
  'not_yours',
  'first_order',
  'nothing_fits',
  'minimum',
] as const
export type VoucherReason = (typeof voucherReasons)[number]

/** What a voucher takes off and when. `value`: basis points of a percentage, or cents. Null: without that limit. */
export interface VoucherTerms {
  kind: 'percent' | 'fixed'
  value: number
  authorId: number | null
  materialIds: readonly number[] | null
  accountId: number | null
  isFirstOrder: boolean
  minimumCents: number
  startsAt: Date
  endsAt: Date | null
  maxUses: number | null
  maxPerCustomer: number | null
}

/** The same as the wire says it: percent as people say it, or cents. */
export function worthOf({ kind, value }: Pick<VoucherTerms, 'kind' | 'value'>) {
  return kind === 'percent'
    ? { kind, percent: value / 100, amount: null }
    : { kind, percent: null, amount: value }
}

/** How often it was used, without the order that is being made. Strangers have used nothing. */
export interface VoucherUses {
  total: number
  own: number
  /** They have paid for an order before. */
  hasOrdered: boolean
}

export interface VoucherLine {
  materialId: number
  authorId: number
  /** What the line costs without the voucher, in cents. */
  price: number
}

export interface VoucherAsked {
  accountId: number | null
  uses: VoucherUses
  lines: readonly VoucherLine[]
  now: Date
}

export type VoucherVerdict =
  | { reason: VoucherReason }
  /** What each line becomes cheaper by, in cents; at least one by something. */
  | { reason: null; discounts: number[] }

/** Whether a voucher counts for these lines, and what it takes off each of them, by largest remainder. */
export function judgeVoucher(terms: VoucherTerms, asked: VoucherAsked): VoucherVerdict {
  const reason = refusalOf(terms, asked)
  if (reason !== undefined) return { reason }
  const fitting = asked.lines.map((line) => (fits(terms, line) ? line.price : 0))
  const base = sumCents(fitting)
  if (base === 0) return { reason: 'nothing_fits' }
  if (base < terms.minimumCents) return { reason: 'minimum' }
  const discount = terms.kind === 'percent' ? shareOf(base, terms.value) : Math.min(terms.value, base)
  // A small part of a small sum: less than half a cent is nothing.
  if (discount === 0) return { reason: 'nothing_fits' }
  return { reason: null, discounts: splitByLargestRemainder(discount, fitting) }
}

function refusalOf(terms: VoucherTerms, { accountId, uses, now }: VoucherAsked): VoucherReason | undefined {
  if (terms.startsAt > now) return 'not_yet'
  if (terms.endsAt !== null && terms.endsAt <= now) return 'ended'
  if (terms.accountId !== null && terms.accountId !== accountId) return 'not_yours'
  if (terms.isFirstOrder && uses.hasOrdered) return 'first_order'
  if (terms.maxPerCustomer !== null && uses.own >= terms.maxPerCustomer) return 'used_by_you'
  return terms.maxUses !== null && uses.total >= terms.maxUses ? 'used_up' : undefined
}

function fits({ authorId, materialIds }: VoucherTerms, line: VoucherLine): boolean {
  if (authorId !== null && authorId !== line.authorId) return false
  return materialIds === null || materialIds.includes(line.materialId)
}

/** A code of a voucher or gift card as it is compared, without the words in front of it ("Code: HERBST10"). */
export function normalCode(typed: string): string {
  return pastedCode(asPasted(typed).replace(/^.*[:#]/, ''))
}

/** What the platform bears of a discount it gives, in cents: the net part, for the tax is less with the price. */
export function platformCost(discountCents: number, taxRateBp: number): number {
  return discountCents - taxContained(discountCents, taxRateBp)
}

/** An address without what its provider ignores, so that `anna+1@…` is Anna: small letters, no tag, Gmail's dots. */
export function normalEmail(email: string): string {
  const [name = '', domain = ''] = email.trim().toLowerCase().split('@')
  const untagged = name.split('+')[0] ?? ''
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}
