import { worldOf } from '#routing/worlds.ts'
import type { Context } from '../context.ts'
import { creditPage } from '../features/credits/service.ts'
import { giftCardShop } from '../features/gift-cards/service.ts'
import { manageableVouchers, ownVouchers, sellableMaterials } from '../features/vouchers/service.ts'
import { sellerOf } from '../http/access.ts'

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
