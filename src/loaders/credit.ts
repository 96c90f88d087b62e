import type { Context } from '#platform/context/context.ts'
import { sellerOf } from '#platform/http/access/access.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { creditPage } from '#shop/buying/credits/server/service.ts'
import { giftCardShop } from '#shop/buying/gift-cards/server/service.ts'
import { manageableVouchers, ownVouchers, sellableMaterials } from '#shop/buying/vouchers/server/service.ts'

/** The member's credit and its history. */
export async function loadCredit(context: Context) {
  return await creditPage(context)
}

/** Cards to buy and those that were bought; `?order=` names the one that was paid a moment ago. */
export async function loadGiftCards(context: Context, query: URLSearchParams) {
  const shop = await giftCardShop(context)
  const paid = shop.cards.find(
    ({ reference, state }) => reference === query.get('order') && state !== 'unpaid',
  )
  return {
    ...shop,
    isPaid: paid !== undefined,
    hasFailed: query.get('status') !== null,
    providerOrigin: context.payments.pageOrigin,
  }
}

/** What the member may use, has used and, as an author, gives. */
export async function loadVouchers(context: Context) {
  const [own, materials] = await Promise.all([ownVouchers(context), sellableMaterials(context)])
  return { ...own, materials, isSeller: sellerOf(context) !== undefined }
}

/** The vouchers of the platform, for finance. */
export async function loadPlatformVouchers(context: Context) {
  const currency = worldOf(context.world).currency
  return { vouchers: await manageableVouchers(context), currency }
}
