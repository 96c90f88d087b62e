import { type Context, memberOf } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { requireMember } from '#platform/http/access/access.ts'
import type { VoucherReason } from '#shop/buying/credits/rules/voucher.ts'
import { tryGiftCard } from '#shop/buying/credits/server/service.ts'
import { applyVoucher } from '#shop/buying/vouchers/server/service.ts'
import type { Cart } from '../rules/contract.ts'
import { holderOf } from './policy.ts'
import { setUsesCredit, setVoucher } from './queries.ts'
import { viewCart } from './service.ts'

/** The cart after a code was entered; `voucherError` is about the code, which is only kept where it is one. */
export interface CodeEntered {
  cart: Cart
  voucherError: VoucherReason | null
  /** The code was a gift card: what it added to the member's credit, in cents. */
  redeemed: number
}

/** A code typed at the cart or the payment: a voucher, or a member's gift card. What is wrong with it is a value. */
export async function enterCode(context: Context, typed: string): Promise<CodeEntered> {
  const { db, world } = context
  const customer = memberOf(context)
  const voucher = await applyVoucher(db, world, { voucher: { code: typed }, customer, lines: [] })
  if (voucher === undefined) return await enterGiftCard(context, typed)
  const isSet = await setVoucher(db, world, { holder: holderOf(context), voucherId: voucher.id })
  const cart = await viewCart(context)
  return { cart, voucherError: isSet ? cart.voucherError : 'nothing_fits', redeemed: 0 }
}

async function enterGiftCard(context: Context, typed: string): Promise<CodeEntered> {
  const card = memberOf(context) && (await transaction(context.db, (tx) => tryGiftCard(tx, context, typed)))
  const cart = await viewCart(context)
  return { cart, voucherError: card ? null : 'unknown', redeemed: card?.amount ?? 0 }
}

/** Takes the voucher off the cart; again: no effect. */
export async function dropVoucher(context: Context): Promise<Cart> {
  await setVoucher(context.db, context.world, { holder: holderOf(context), voucherId: null })
  return await viewCart(context)
}

/** Whether the member's credit pays for this cart as far as it reaches. @throws ProductError unauthorized */
export async function chooseCredit(context: Context, usesCredit: boolean): Promise<Cart> {
  const { accountId } = requireMember(context)
  await setUsesCredit(context.db, context.world, { accountId, usesCredit })
  return await viewCart(context)
}
