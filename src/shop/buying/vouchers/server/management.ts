import type { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember, sellerOf } from '#platform/http/access/access.ts'
import { maxOwnVouchers } from '#platform/limits.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { normalCode, worthOf } from '#shop/buying/credits/rules/voucher.ts'
import type {
  OwnVouchers,
  ownVoucherInputSchema,
  Voucher,
  voucherInputSchema,
} from '#shop/buying/credits/rules/voucher-contract.ts'
import {
  countOwn,
  endVoucher,
  insertVoucher,
  listVouchers,
  type NewVoucher,
  ownUsed,
  sellable,
  type VoucherListRow,
} from './queries.ts'

const shown = 200

/** What the member may use, has used and, as an author, gives. */
export async function ownVouchers(context: Context): Promise<OwnVouchers> {
  const { accountId } = requireMember(context)
  const { db, world } = context
  const seller = sellerOf(context)
  const [given, used, mine] = await Promise.all([
    listVouchers(db, world, { of: { accountId }, limit: shown }),
    ownUsed(db, world, accountId, shown),
    seller ? listVouchers(db, world, { of: { authorId: accountId }, limit: shown }) : [],
  ])
  const now = new Date()
  const isOpen = (row: VoucherListRow) =>
    (row.ends_at === null || row.ends_at > now) && (row.max_uses === null || row.uses < row.max_uses)
  return {
    open: given.filter(isOpen).map((row) => toVoucher(context, row)),
    used: used.map((row) => ({
      ...{ code: row.code, orderNumber: row.order_number, discount: row.discount_cents },
      ...{ currency: row.currency, usedAt: row.created_at.toISOString() },
    })),
    mine: mine.map((row) => toVoucher(context, row)),
  }
}

/** The platform's own vouchers of a world, the newest first. */
export async function manageableVouchers(context: Context): Promise<Voucher[]> {
  const rows = await listVouchers(context.db, context.world, { of: 'platform', limit: shown })
  return rows.map((row) => toVoucher(context, row))
}

/** The author's materials a code can be for. */
export async function sellableMaterials(context: Context): Promise<{ id: number; title: string }[]> {
  const seller = sellerOf(context)
  return seller ? await sellable(context.db, context.world, seller.accountId) : []
}

/**
 * An author's code for what they sell; the discount is theirs to bear.
 * @throws ProductError conflict (too many at a time), invalid_input (`code` there is, `materialId` of others, `endsOn`)
 */
export async function createOwnVoucher(
  context: Context,
  input: z.output<typeof ownVoucherInputSchema>,
): Promise<{ id: number; code: string }> {
  const { accountId } = requireMember(context)
  const { db, world } = context
  if ((await countOwn(db, world, accountId)) >= maxOwnVouchers) throw new ProductError('conflict')
  const { materialId } = input
  if (materialId !== undefined && !(await sellable(db, world, accountId)).some(({ id }) => id === materialId))
    throw new ProductError('invalid_input', { fields: { materialId: 'invalid' } })
  return await create(context, {
    ...{ kind: 'percent', value: input.percent * 100, fundedBy: 'author', authorId: accountId },
    ...{ materialIds: materialId === undefined ? null : [materialId], accountId: null },
    ...{ isFirstOrder: false, minimumCents: 0, createdBy: accountId },
    ...limitsOf(input),
  })
}

/** A code of the platform; the platform bears the discount. @throws ProductError invalid_input */
export async function createVoucher(
  context: Context,
  input: z.output<typeof voucherInputSchema>,
): Promise<{ id: number; code: string }> {
  const { accountId: createdBy } = requireMember(context)
  const { kind, isFirstOrder, typedMinimum: minimumCents = input.minimum } = input
  const value = typedWorth(input)
  return await create(context, {
    ...{ kind, value, isFirstOrder, minimumCents, createdBy, fundedBy: 'platform' },
    ...{ authorId: input.authorId ?? null, accountId: input.accountId ?? null },
    materialIds: input.materialIds ?? null,
    ...limitsOf(input),
    // A first order is one, whatever else its mailbox is called.
    ...(isFirstOrder && { maxPerCustomer: 1 }),
  })
}

/** Basis points, or cents. @throws ProductError invalid_input */
function typedWorth(input: z.output<typeof voucherInputSchema>): number {
  const { kind, percent, amount, typedValue } = input
  const [own, other] =
    kind === 'percent' ? (['percent', 'amount'] as const) : (['amount', 'percent'] as const)
  if (input[other] !== undefined) throw new ProductError('invalid_input', { fields: { [other]: 'invalid' } })
  const given = kind === 'percent' ? percent && Math.round(percent * 100) : amount
  if (given !== undefined) return given
  if (typedValue === undefined)
    throw new ProductError('invalid_input', { fields: { [own]: 'required', typedValue: 'required' } })
  if (typedValue < 1) throw new ProductError('invalid_input', { fields: { typedValue: 'too_low' } })
  if (typedValue > (kind === 'percent' ? 10_000 : 1_000_000))
    throw new ProductError('invalid_input', { fields: { typedValue: 'too_high' } })
  return typedValue
}

/** Ends a code now. @throws ProductError not_found, for other people's, too */
export async function endOwnVoucher(context: Context, id: number): Promise<void> {
  const { accountId: authorId } = requireMember(context)
  if (!(await endVoucher(context.db, context.world, { id, authorId }))) throw new ProductError('not_found')
}

/** The same of any code. @throws ProductError not_found */
export async function endAnyVoucher(context: Context, id: number): Promise<void> {
  if (!(await endVoucher(context.db, context.world, { id, authorId: null })))
    throw new ProductError('not_found')
}

interface Limits {
  code: string
  startsOn?: string | undefined
  endsOn?: string | undefined
  maxUses?: number | undefined
  maxPerCustomer?: number | undefined
}

function limitsOf(input: Limits) {
  const startsAt = input.startsOn === undefined ? new Date() : new Date(input.startsOn)
  const endsAt = input.endsOn === undefined ? null : new Date(Date.parse(input.endsOn) + 86_400_000)
  if (endsAt !== null && (endsAt <= new Date() || endsAt <= startsAt))
    throw new ProductError('invalid_input', { fields: { endsOn: 'invalid' } })
  return {
    ...{ code: normalCode(input.code), startsAt, endsAt },
    ...{ maxUses: input.maxUses ?? null, maxPerCustomer: input.maxPerCustomer ?? null },
  }
}

async function create(context: Context, voucher: NewVoucher): Promise<{ id: number; code: string }> {
  let id: number | undefined
  try {
    id = await insertVoucher(context.db, context.world, voucher)
  } catch (error) {
    // An author or member there is not.
    if (error instanceof Error && 'code' in error && error.code === '23503')
      throw new ProductError('invalid_input', { fields: { authorId: 'invalid' } })
    throw error
  }
  if (id === undefined) throw new ProductError('invalid_input', { fields: { code: 'taken' } })
  return { id, code: voucher.code }
}

function toVoucher({ world }: Context, row: VoucherListRow): Voucher {
  return {
    ...{ id: row.id, code: row.code, ...worthOf(row), fundedBy: row.funded_by },
    currency: worldOf(world).currency,
    materialTitle: row.material_title,
    minimum: row.minimum_cents,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at?.toISOString() ?? null,
    ...{ maxUses: row.max_uses, maxPerCustomer: row.max_per_customer },
    ...{ uses: row.uses, discount: row.discount_cents },
  }
}
