import { type Context, memberOf } from '#platform/context/context.ts'
import { url } from '#platform/routing/url.ts'
import type { MaterialCard } from '#platform/rules/contract/material.ts'
import { readId } from '#platform/rules/contract/world.ts'
import type { Cart } from '#shop/buying/cart/rules/contract.ts'
import { restoreForPage, savedForLater, viewCart } from '#shop/buying/cart/server/service.ts'
import { cardsByIds, similarIds } from '#shop/catalogue/catalogue/server/service.ts'
import { followedAuthorIds } from '#shop/community/follow/server/service.ts'
import { ownDocuments } from '#shop/money/invoices/server/service.ts'
import { ownedIds, paymentAsked, returnFromPayment, thankYou } from '#shop/money/orders/server/service.ts'

/** Of so many lines of a cart others like them are looked for, so that a full cart costs no more than a small one. */
const crossSellSeeds = 3
const crossSellCards = 8

/** The cart page: the cart, what is kept beside it, what goes with it, and what was just removed, so that it can be put back. */
export async function loadCart(context: Context, query: URLSearchParams) {
  const removedId = readId(query.get('removed'))
  const [cart, saved, removed] = await Promise.all([
    viewCart(context),
    savedForLater(context),
    removedId === undefined ? undefined : offerBack(context, removedId),
  ])
  const isBack = cart.cartItems.some(({ material }) => material.id === removed?.id)
  return { cart, saved, fitting: await fittingTo(context, cart), removed: isBack ? undefined : removed }
}

/** What was taken out, if it could be put in again. */
async function offerBack(context: Context, materialId: number): Promise<MaterialCard | undefined> {
  const [[card], owned] = await Promise.all([
    cardsByIds(context, [materialId]),
    ownedIds(context, [materialId]),
  ])
  const isBuyable = owned.length === 0 && card?.author.id !== memberOf(context)?.accountId
  return isBuyable ? card : undefined
}

/** What is like the newest lines of the cart, is not in it and is not the visitor's already. */
async function fittingTo(context: Context, { cartItems, itemsInBundles }: Cart): Promise<MaterialCard[]> {
  const inCart = cartItems.map(({ material }) => material.id)
  const cards = await likeThese(context, inCart.slice(-crossSellSeeds), [...inCart, ...itemsInBundles])
  return cards.filter(({ finalPrice }) => finalPrice > 0).slice(0, crossSellCards)
}

/** Like some materials; nothing the visitor made or owns. */
async function likeThese(
  context: Context,
  seeds: readonly number[],
  without: readonly number[],
): Promise<MaterialCard[]> {
  if (seeds.length === 0) return []
  const near = await similarIds(context, seeds)
  const ids = [...new Set([...near.values()].flat())]
  const hidden = new Set([...without, ...(await ownedIds(context, ids))])
  const cards = await cardsByIds(context, ids.filter((id) => !hidden.has(id)).slice(0, 3 * crossSellCards))
  const own = memberOf(context)?.accountId
  return cards.filter(({ author }) => author.id !== own)
}

/** The link of the mail about a forgotten cart: fills this browser's cart where it has to, and leads to it. */
export async function loadAbandonedCart(context: Context, { token = '' }: Readonly<Record<string, string>>) {
  const cookies = await restoreForPage(context, token)
  return { moved: url('cart', { world: context.world }), cookies }
}

/**
 * The payment page; a stranger sees the cart's sum and the way to log in or register. `values`: what was typed into its form,
 * of which the country and a business decide the tax, as at `GET v1/payments/options`.
 */
export async function loadPayment(
  context: Context,
  query: URLSearchParams,
  values: Readonly<Record<string, string | undefined>> = {},
) {
  const business = {
    vatId: values.billingVatId,
    name: values.billingName,
    organisation: values.billingOrganisation,
    postcode: values.billingPostcode,
  }
  // As in an order: where nothing of it is typed, the stored address counts.
  const isTyped = Object.values(business).some((text) => text?.trim())
  const country = values.country || (query.get('country') ?? undefined)
  return {
    page: await paymentAsked(context, country, isTyped ? business : {}),
    member: memberOf(context),
    /** How the last try ended: declined or cancelled at the provider. */
    lastStatus: query.get('status'),
  }
}

/** Where the payer comes back to: asks the provider, then says where to go on. */
export async function loadOrderConfirmation(context: Context, query: URLSearchParams) {
  const reference = query.get('order')
  return reference ? returnFromPayment(context, reference) : undefined
}

/** Authors the thank-you page offers to follow. */
const offeredAuthors = 3

/**
 * The thank-you page of an order of one's own, with its invoice, whom to follow and what is like it. What is not paid is shown where it
 * stands: still waiting, or back at the payment. Undefined for orders of others.
 */
export async function loadThankYou(context: Context, query: URLSearchParams) {
  const reference = query.get('order')
  if (!reference) return undefined
  const page = await thankYou(context, reference)
  if (page === undefined) return await elsewhere(context, reference)
  const bought = page.materials.map(({ material }) => material.id)
  const [{ documents }, followed, similar] = await Promise.all([
    ownDocuments(context, { reference }),
    followedAuthorIds(context),
    likeThese(context, bought.slice(0, crossSellSeeds), bought),
  ])
  const known = new Set([...followed, memberOf(context)?.accountId])
  const authors = new Map(page.materials.map(({ material: { author } }) => [author.id, author]))
  return {
    ...page,
    invoice: documents.find(({ kind }) => kind === 'invoice')?.file,
    authors: [...authors.values()].filter(({ id }) => !known.has(id)).slice(0, offeredAuthors),
    similar: similar.slice(0, crossSellCards),
    ratingMailDays: context.env.ratingMailDays,
  }
}

async function elsewhere(context: Context, reference: string): Promise<{ moved: string } | undefined> {
  const outcome = await returnFromPayment(context, reference)
  if (outcome === undefined) return undefined
  const waiting = url('order-confirmation', { world: context.world, query: { order: reference } })
  return { moved: outcome.nextUrl ?? waiting }
}
