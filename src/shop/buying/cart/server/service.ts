import { type Context, memberOf } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import type { Licence } from '#platform/rules/money/licence.ts'
import { sumCents } from '#platform/rules/money/money.ts'
import { usableCredit } from '#shop/buying/credits/server/service.ts'
import type { Customer } from '#shop/buying/vouchers/server/service.ts'
import { itemsInBundles } from '#shop/catalogue/catalogue/rules/cart.ts'
import { cardsByIds } from '#shop/catalogue/catalogue/server/service.ts'
import type { Cart } from '../rules/contract.ts'
import { holderOf } from './policy.ts'
import { bundleParts } from './price-queries.ts'
import { heldOf, type Line, priceLine } from './pricing.ts'
import {
  type CartLineRow,
  cartLines,
  deleteAwaited,
  insertAwaited,
  lockMembersCart,
  removeFromMembersCart,
  removeItem,
} from './queries.ts'
import { reduce } from './reduction.ts'
import type { CartChange } from './types.ts'
import { leftOutOf, toCart } from './view.ts'

export { addToCart } from './adding.ts'
export { restoreForPage } from './saved/restoring.ts'
export { savedForLater } from './saved/saved.ts'
export { cartCookies } from './token.ts'
export type { CartChange } from './types.ts'

/** The caller's cart with today's prices for this very caller. Materials that cannot be bought any more are in no sum, and named. */
export async function viewCart(context: Context): Promise<Cart> {
  return (await cartToPay(context)).cart
}

/** The same with what each line costs after the voucher, in gross cents: what is taxed. */
export async function cartToPay(
  context: Context,
): Promise<{ cart: Cart; prices: { materialId: number; price: number }[] }> {
  const { db, world } = context
  const member = memberOf(context)
  const [found, availableCredit] = await Promise.all([
    cartLines(db, world, holderOf(context)),
    member === undefined ? 0 : usableCredit(db, world, member.accountId),
  ])
  const rows = found?.lines ?? []
  const { lines, contents } = await priced(db, world, { rows, accountId: member?.accountId ?? null })
  const cartRow = found?.cart
  const reduction = await reduce(db, world, { cart: cartRow, rows, lines, customer: member, availableCredit })
  const ids = lines.map((line) => line.materialId)
  const cards = ids.length === 0 ? [] : await cardsByIds(context, ids)
  const cart = toCart({
    world,
    token: found === undefined || member !== undefined ? null : (context.cartToken ?? null),
    lines,
    cards,
    leftOut: leftOutOf(rows, { lines, accountId: member?.accountId }),
    reduction,
    itemsInBundles: itemsInBundles(ids, contents),
    leastCents: context.payments.leastAmount(worldOf(world).currency),
  })
  const prices = lines.map(({ materialId, finalPrice }, index) => {
    return { materialId, price: finalPrice - (reduction.discounts[index] ?? 0) }
  })
  return { cart, prices }
}

/** Takes a material out; nothing happens when it is not in. */
export async function removeFromCart(context: Context, materialId: number): Promise<CartChange> {
  const count = await removeItem(context.db, context.world, { holder: holderOf(context), materialId })
  return { count, token: memberOf(context) ? null : (context.cartToken ?? null) }
}

/** What a member's cart would be bought for now, for mails about it: no card is made. Gross cents. */
export async function cartLinesOf(
  db: Db,
  world: LiveWorldCode,
  accountId: number,
): Promise<{ title: string; price: number }[]> {
  const found = await cartLines(db, world, { accountId })
  const rows = found?.lines ?? []
  const { lines } = await priced(db, world, { rows, accountId })
  const titles = new Map(rows.map((row) => [row.material_id, row.title]))
  return lines.map((line) => ({ title: titles.get(line.materialId) ?? '', price: line.finalPrice }))
}

/** A line as checkout needs it. Prices in cents; `price` is what is left after the voucher. */
export interface CheckoutLine {
  materialId: number
  licence: Licence
  authorId: number
  title: string
  originalPrice: number
  price: number
  /** What the voucher took off. */
  voucherDiscount: number
}

/** What checkout makes an order of. `voucher` only where it counts; `credit` is what its buyer would spend, until the sum is known. */
export interface CheckoutCart {
  cartId: number
  lines: CheckoutLine[]
  /** What lies in it and is ordered already: it stays until that payment has come or failed. */
  awaited: number[]
  /** What cannot be bought and leaves the cart with the order; named with its reason in `leftOut`. */
  gone: number[]
  voucher: { id: number; code: string; fundedBy: 'platform' | 'author'; discount: number } | null
  credit: number
}

/**
 * For checkout, inside its transaction and under the buyer's lock: locks the member's cart and returns what can be bought at
 * today's prices, and what cannot. Undefined when there is no cart.
 */
export async function lockCartForCheckout(
  tx: Db,
  world: LiveWorldCode,
  customer: Customer,
): Promise<CheckoutCart | undefined> {
  const { accountId } = customer
  const cartId = await lockMembersCart(tx, world, accountId)
  if (cartId === undefined) return undefined
  const found = await cartLines(tx, world, { accountId })
  const availableCredit = await usableCredit(tx, world, accountId)
  const rows = found?.lines ?? []
  const { lines } = await priced(tx, world, { rows, accountId })
  const isIn = new Set(lines.map((line) => line.materialId))
  const awaited = rows.filter((row) => row.is_awaited).map((row) => row.material_id)
  const gone = rows
    .filter((row) => !row.is_awaited && !isIn.has(row.material_id))
    .map((row) => row.material_id)
  const reduction = await reduce(tx, world, { cart: found?.cart, rows, lines, customer, availableCredit })
  const { voucher, discounts, availableCredit: spendable, usesCredit } = reduction
  const rowOf = new Map(rows.map((row) => [row.material_id, row]))
  const discount = sumCents(discounts)
  return {
    cartId,
    awaited,
    gone,
    credit: usesCredit ? spendable : 0,
    voucher:
      voucher === undefined || discount === 0
        ? null
        : { id: voucher.id, code: voucher.code, fundedBy: voucher.fundedBy, discount },
    lines: lines.flatMap((line, index) => {
      const row = rowOf.get(line.materialId)
      if (row === undefined) return []
      const { materialId, licence, price: originalPrice, finalPrice } = line
      const voucherDiscount = discounts[index] ?? 0
      const price = finalPrice - voucherDiscount
      const { author_id: authorId, title } = row
      return { materialId, licence, authorId, title, originalPrice, price, voucherDiscount }
    }),
  }
}

/** The lines that can be bought, at today's prices for this buyer, and what is inside the bundles among them. */
async function priced(
  db: Db,
  world: string,
  { rows, accountId }: { rows: readonly CartLineRow[]; accountId: number | null },
): Promise<{ lines: Line[]; contents: Map<number, number[]> }> {
  const materialIds = rows.filter((row) => row.is_bundle).map((row) => row.material_id)
  const parts = await bundleParts(db, world, { materialIds, accountId })
  const lines = rows.flatMap((row) => {
    return priceLine({ ...row, held: heldOf(row) }, parts.get(row.material_id) ?? []) ?? []
  })
  const isIn = new Set(lines.map((line) => line.materialId))
  const contents = [...parts].filter(([id]) => isIn.has(id))
  return {
    lines,
    contents: new Map(contents.map(([id, inside]) => [id, inside.map((each) => each.material_id)])),
  }
}

/**
 * The payment of an order is under way: these materials are in no sum of the member's cart until `releaseAwaited`. They stay in
 * it, for the payment may fail.
 */
export async function holdAwaited(
  tx: Db,
  world: string,
  held: { orderId: number; accountId: number; materialIds: readonly number[] },
): Promise<void> {
  await insertAwaited(tx, world, held)
}

/** That payment has come, or failed. */
export async function releaseAwaited(tx: Db, world: string, orderId: number): Promise<void> {
  await deleteAwaited(tx, world, orderId)
}

/** What was bought, or cannot be bought any more, leaves the member's cart; whatever was added since stays. */
export async function removeBought(
  tx: Db,
  world: string,
  input: { accountId: number; materialIds: readonly number[] },
): Promise<void> {
  await removeFromMembersCart(tx, world, input)
}
