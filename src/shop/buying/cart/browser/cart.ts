import { atom, batch, computed } from 'nanostores'
import { openChannel } from '#platform/browser/channel.ts'
import { readCookie } from '#platform/browser/cookies.ts'
import { leaveToLog } from '#platform/browser/leave-to-log.ts'
import { pageWorld } from '#platform/browser/page.ts'
import { hasCart, rememberCount } from '#platform/browser/session-hints.ts'
import { writeStored } from '#platform/browser/storage.ts'
import { dismissToast, showFailure, showToast } from '#platform/browser/toasts.ts'
import { type ErrorCode, ProductError } from '#platform/errors.ts'
import { loadPageTexts } from '#platform/page-texts/browser/page-texts.ts'
import { cartTotals } from '#shop/catalogue/catalogue/rules/cart.ts'
import type { Cart } from '../rules/contract.ts'
import { addCartItem, type CartChange, removeCartItem, viewCart } from './cart-api.ts'

type Ids = ReadonlySet<number>
const none: Ids = new Set()

/** The cart as the server told it last; undefined until then. */
const $answered = atom<Cart | undefined>()
/** Accepted by the server, but its line was not read yet. */
const $added = atom<Ids>(none)
const $removing = atom<Ids>(none)

/** Ids on their way into the cart. */
export const $adding = atom<Ids>(none)

/** The cart as it is shown: without what is being taken out. */
export const $cart = computed(
  [$answered, $removing],
  (cart, removing) => cart && withoutItems(cart, removing),
)

/** Ids of what is in the cart; undefined while nothing is known. */
export const $inCart = computed([$cart, $added], (cart, added): Ids | undefined => {
  if (!cart && added.size === 0) return undefined
  return new Set([...(cart?.cartItems.map(({ material }) => material.id) ?? []), ...added])
})
export const $cartCount = computed($inCart, (ids) => ids?.size)

/** Why the last try to add did not work, by material. */
export const $addProblems = atom<ReadonlyMap<number, ProductError>>(new Map())

/** Added by a press on this page: the keyboard goes on from what took the button's place. */
export const $pressed = atom<Ids>(none)

const underWay = new Map<string, Promise<void>>()

/** Calls go out one after the other: answers that overtook each other would show an older cart. */
let queue: Promise<unknown> = Promise.resolve()

const tabs = openChannel<{ world: string }>(
  'cart',
  ({ world }) => {
    if (world === pageWorld()) void loadCart()
  },
  () => void loadCart(),
)

// A member's cart stays with the account: who is logged out sees none of it.
globalThis.document?.addEventListener('aularium:logged-out', () => {
  const cart = $answered.get()
  batch(() => {
    $added.set(none)
    if (cart) $answered.set(withoutItems(cart, new Set(cart.cartItems.map(({ material }) => material.id))))
  })
  rememberCount('cart', 0)
})

/** Reads the cart if this visitor can have one. Specification 8: a load error is ignored, what is shown stays. */
export async function loadCart(): Promise<void> {
  if (!hasCart()) return
  try {
    await inTurn(async () => tell(await viewCart()))
  } catch (error) {
    leaveToLog(error)
  }
}

/** Takes over the cart that came with the page, unless a newer one is known. */
export function seedCart(cart: Cart): void {
  if ($answered.get() === undefined) tell(cart)
}

/**
 * Puts a material into the cart; calling again while it is under way is the same request.
 * @throws ProductError (`already_owned`, `own_material`, `material_unavailable`, `unavailable` ...) for the button to show
 */
export function addToCart(materialId: number, licence?: string): Promise<void> {
  const key = `${materialId} ${licence ?? ''}`
  const known = underWay.get(key)
  if (known) return known
  $adding.set(including($adding.get(), materialId))
  const request = inTurn(async () => {
    keepToken(await addCartItem(materialId, licence))
    $added.set(including($added.get(), materialId))
    rememberCount('cart', $cartCount.get())
  }).finally(() => {
    underWay.delete(key)
    $adding.set(without($adding.get(), materialId))
  })
  underWay.set(key, request)
  // The button need not wait for prices and lines.
  request.then(readAndTellTabs, () => undefined)
  return request
}

export interface CartWish {
  materialId: number
  licence?: string | undefined
}

/**
 * The press on a button "add to cart", wherever it stands and whether or not its island is awake: says at the button or in
 * a toast what came of it.
 */
export async function pressAddToCart(wish: CartWish, isShownThere: Promise<boolean>): Promise<void> {
  const { materialId, licence } = wish
  $pressed.set(including($pressed.get(), materialId))
  setProblem(materialId, undefined)
  const subject = `cart ${materialId}`
  try {
    await addToCart(materialId, licence)
    if (await isShownThere) return
    showToast(
      { kind: 'info', key: 'cartAdded', action: { key: 'openCart', run: () => void openCart() } },
      subject,
    )
  } catch (cause) {
    const error = cause instanceof ProductError ? cause : new ProductError('server_error', { cause })
    setProblem(materialId, error)
    const retry = () => void pressAddToCart(wish, isShownThere)
    // Without connection there is something to press again; the rest is said where the press was.
    if (error.code !== 'unavailable' && (await isShownThere)) return
    showFailure({ error, subject, unchanged: 'cartUnchanged', retry })
  }
}

function setProblem(materialId: number, error: ProductError | undefined): void {
  const problems = new Map($addProblems.get())
  if (error) problems.set(materialId, error)
  else problems.delete(materialId)
  $addProblems.set(problems)
}

async function openCart(): Promise<void> {
  const { urls } = await loadPageTexts()
  location.assign(urls.cart)
}

/** Takes a material out at once and offers Undo; if the server does not hear of it, it comes back with a Retry. */
export async function removeFromCart(materialId: number): Promise<void> {
  if ($removing.get().has(materialId)) return
  $removing.set(including($removing.get(), materialId))
  const subject = `cart ${materialId}`
  function fail(error: unknown, retry: () => void): void {
    showFailure({ error, subject, unchanged: 'cartUnchanged', retry })
  }
  const undo = () => void addToCart(materialId).catch((error) => fail(error, undo))
  const toast = showToast({ kind: 'info', key: 'cartRemoved', action: { key: 'undo', run: undo } }, subject)
  try {
    const change = await inTurn(() => removeCartItem(materialId))
    settleRemoval(materialId, change)
    const { voucher, availableCredits } = $answered.get() ?? {}
    if (voucher || availableCredits) void loadCart()
    tabs.post({ world: pageWorld() })
  } catch (error) {
    $removing.set(without($removing.get(), materialId))
    dismissToast(toast)
    fail(error, () => void removeFromCart(materialId))
  }
}

/** A cart without some of its items, with its sums. */
export function withoutItems(cart: Cart, ids: Ids): Cart {
  const cartItems = cart.cartItems.filter(({ material }) => !ids.has(material.id))
  if (cartItems.length === cart.cartItems.length) return cart
  const lines = cartItems.map(({ finalPrice, discount }) => ({ price: finalPrice + discount, finalPrice }))
  const totals = cartTotals(lines)
  // What a voucher takes off the rest is known to the server alone: until it says so, nothing.
  const usedCredits = Math.min(cart.usedCredits ?? 0, totals.finalPrice)
  return {
    ...cart,
    cartItems,
    ...totals,
    ...{ totalVoucherDiscount: 0, usedCredits, due: totals.finalPrice - usedCredits },
    itemsInBundles: cart.itemsInBundles.filter((id) => !ids.has(id)),
  }
}

function tell(cart: Cart): void {
  batch(() => {
    $answered.set(cart)
    $added.set(none)
  })
  rememberCount('cart', cart.cartItems.length)
  keepToken(cart)
}

function settleRemoval(materialId: number, change: CartChange): void {
  keepToken(change)
  batch(() => {
    const cart = $answered.get()
    if (cart) $answered.set(withoutItems(cart, new Set([materialId])))
    $added.set(without($added.get(), materialId))
    $removing.set(without($removing.get(), materialId))
  })
  rememberCount('cart', change.count)
}

async function readAndTellTabs(): Promise<void> {
  tabs.post({ world: pageWorld() })
  await loadCart()
}

/** The server sets the `c_t` cookie itself; storage is for browsers that refuse it (specification 3). */
function keepToken({ token }: { token: string | null }): void {
  writeStored('c_t', token !== null && readCookie('c_t') === undefined ? token : undefined)
}

function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const result = queue.then(act)
  queue = result.catch(() => undefined)
  return result
}

function including(ids: Ids, id: number): Ids {
  return new Set(ids).add(id)
}

function without(ids: Ids, id: number): Ids {
  return new Set([...ids].filter((each) => each !== id))
}

/** Why a material is not in the cart, in the words of the page that shows it. */
export function addProblemText(
  problem: ProductError,
  messages: { full: string; failed: string; errors: Partial<Record<ErrorCode, string>> },
): string {
  if (problem.fields?.materialId === 'too_long') return messages.full
  return messages.errors[problem.code] ?? messages.failed
}
