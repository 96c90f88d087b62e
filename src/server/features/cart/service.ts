import { createHash, randomBytes } from 'node:crypto'
import type { Cart } from '#shared/contract/cart.ts'
import { liveWorldCodes } from '#shared/contract/world.ts'
import { ProductError } from '#shared/errors.ts'
import { cartTotals, effectivePrice, itemsInBundles } from '#shared/rules/cart.ts'
import { type Context, memberOf } from '../../context.ts'
import type { Db } from '../../db/pool.ts'
import { transaction } from '../../db/transaction.ts'
import { cardsByIds } from '../catalogue/service.ts'
import {
  type AddRow,
  addItem,
  bundleContents,
  type CartHolder,
  type CartLineRow,
  cartLines,
  ensureMembersCart,
  lockMembersCart,
  lockStrangersCarts,
  moveItems,
  removeFromMembersCart,
  removeItem,
} from './queries.ts'
import type { CartChange } from './types.ts'
import { toCart } from './view.ts'

const tokenForm = /^[\w-]{43}$/
/** not_null_violation, foreign_key_violation: the cart came or went between finding and filling it. */
const raced = new Set(['23502', '23503'])

/** The caller's cart with today's prices. Materials that cannot be bought any more are left out. */
export async function viewCart(context: Context): Promise<Cart> {
  const holder = holderOf(context)
  const found = await cartLines(context.db, context.world, holder)
  const lines = found?.lines.filter((line) => line.is_buyable) ?? []
  const ids = lines.map((line) => line.material_id)
  const [cards, contents] = await Promise.all([
    ids.length === 0 ? [] : cardsByIds(context, ids),
    bundleContents(context.db, context.world, ids),
  ])
  const token = found === undefined || memberOf(context) !== undefined ? null : (context.cartToken ?? null)
  const priced = lines.map((line) => pricedLine(line, new Date()))
  return toCart({
    world: context.world,
    token,
    lines: priced,
    cards,
    totals: cartTotals(priced),
    itemsInBundles: itemsInBundles(ids, contents),
  })
}

/**
 * Puts a material into the caller's cart; a second time changes nothing. Durable when it returns.
 * @throws ProductError not_found (unknown, or of another world), material_unavailable, own_material, already_owned,
 * invalid_input with `materialId: 'too_long'` when the cart is full
 */
export async function addToCart(context: Context, materialId: number): Promise<CartChange> {
  const isMember = memberOf(context) !== undefined
  const fresh = newToken()
  const row = await addOnce(context, materialId, fresh)
  refuse(row)
  if (isMember) return { count: row.count, token: null }
  return { count: row.count, token: row.isFresh ? fresh : (context.cartToken ?? null) }
}

/** Takes a material out; nothing happens when it is not in. */
export async function removeFromCart(context: Context, materialId: number): Promise<CartChange> {
  const count = await removeItem(context.db, context.world, { holder: holderOf(context), materialId })
  return { count, token: memberOf(context) ? null : (context.cartToken ?? null) }
}

/**
 * At login the stranger's carts of all worlds join the member's, once: a cart that was merged is gone, so the same
 * token leads nowhere afterwards. Call with the token of the request that logs in.
 */
export async function mergeCart(context: Context, accountId: number): Promise<void> {
  const tokenHash = hashOf(context.cartToken)
  if (tokenHash === undefined) return
  await transaction(context.db, async (tx) => {
    for (const cart of await lockStrangersCarts(tx, liveWorldCodes, tokenHash)) {
      const toCart = await ensureMembersCart(tx, cart.world, { accountId, freshHash: hashToken(newToken()) })
      await moveItems(tx, cart.world, { fromCart: cart.id, toCart, accountId })
    }
  })
}

/** A line as checkout needs it. Prices in cents. */
export interface CheckoutLine {
  materialId: number
  authorId: number
  title: string
  originalPrice: number
  price: number
}

/**
 * For checkout, inside its transaction: locks the member's cart, throws out what cannot be bought any more and
 * returns the rest at today's prices. Undefined when there is no cart.
 */
export async function lockCartForCheckout(
  tx: Db,
  world: string,
  accountId: number,
): Promise<{ cartId: number; lines: CheckoutLine[] } | undefined> {
  const cartId = await lockMembersCart(tx, world, accountId)
  if (cartId === undefined) return undefined
  const found = await cartLines(tx, world, { accountId })
  const all = found?.lines ?? []
  const gone = all.filter((line) => !line.is_buyable).map((line) => line.material_id)
  await removeFromMembersCart(tx, world, { accountId, materialIds: gone })
  const now = new Date()
  const lines = all.filter((line) => line.is_buyable)
  return {
    cartId,
    lines: lines.map((line) => ({
      materialId: line.material_id,
      authorId: line.author_id,
      title: line.title,
      originalPrice: line.price_cents,
      price: pricedLine(line, now).finalPrice,
    })),
  }
}

/** After payment: what was bought leaves the member's cart, whatever was added since stays. */
export async function removeBought(
  tx: Db,
  world: string,
  input: { accountId: number; materialIds: readonly number[] },
): Promise<void> {
  await removeFromMembersCart(tx, world, input)
}

/** A merge or a parallel first add may come between finding the cart and filling it: then once more, afresh. */
async function addOnce(context: Context, materialId: number, fresh: string): Promise<AddRow> {
  const input = { holder: holderOf(context), freshHash: hashToken(fresh), materialId }
  try {
    return await addItem(context.pool, context.world, input)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && raced.has(String(error.code)))) throw error
    return await addItem(context.pool, context.world, input)
  }
}

function refuse(row: AddRow): void {
  if (row.verdict === 'unknown') throw new ProductError('not_found')
  if (row.verdict === 'unavailable') throw new ProductError('material_unavailable')
  if (row.verdict === 'own') throw new ProductError('own_material')
  if (row.verdict === 'owned') throw new ProductError('already_owned')
  if (row.verdict === 'full') throw new ProductError('invalid_input', { fields: { materialId: 'too_long' } })
}

function pricedLine(line: CartLineRow, now: Date) {
  const material = {
    priceCents: line.price_cents,
    salePriceCents: line.sale_price_cents,
    saleUntil: line.sale_until,
  }
  return {
    materialId: line.material_id,
    price: line.price_cents,
    finalPrice: effectivePrice(material, now),
    seenPrice: line.seen_price_cents,
  }
}

function holderOf(context: Context): CartHolder {
  const member = memberOf(context)
  return member ? { accountId: member.accountId } : { tokenHash: hashOf(context.cartToken) }
}

function hashOf(token: string | undefined): Buffer | undefined {
  return token !== undefined && tokenForm.test(token) ? hashToken(token) : undefined
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** 256 random bits, 43 characters. Only the hash is stored. */
function newToken(): string {
  return randomBytes(32).toString('base64url')
}
