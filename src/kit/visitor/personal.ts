import { hasCart, knownCount } from '#platform/browser/session-hints.ts'
import { $cartCount, type CartWish, pressAddToCart } from '#shop/buying/cart/browser/cart.ts'
import { $favorites, $favoritesTotal, setFavorite } from '#shop/buying/favorites/browser/favorites.ts'
import { $follows, setFollow } from '#shop/community/follow/browser/follows.ts'
import { $unread, startNotifications } from '#shop/community/notifications/browser/notifications.ts'
import { $user, loadUser, logOut } from '#shop/people/identity/browser/user.ts'
import { showToasts } from '../notice/toast-region.ts'
import { paintCount, paintVisitor } from './header-paint.ts'
import { loadVisitor } from './visitor.ts'

/*
 * What a page shows of its visitor: counts, hearts, account and toasts, without React. Loaded on the first heart, with
 * the first island, or at idle for a visitor whose cookies say that there is something to show. A module runs once, so
 * whoever needs it simply imports it.
 */

$cartCount.subscribe((count) => paintCount('cart', count))
// What was shown before it was sure is taken back with its number.
$favoritesTotal.listen((count) => paintCount('favorites', count ?? knownCount('favorites') ?? 0))
$unread.subscribe((count) => paintCount('notifications', count))
$favorites.subscribe(paintHearts)
$follows.subscribe(paintFollows)
$user.listen((user) => {
  paintVisitor()
  hideOwnFollow(user?.id)
})
const region = document.querySelector<HTMLElement>('[data-toasts]')
if (region) void showToasts(region)

document.addEventListener('aularium:logged-out', () => void loadUser())
// Part of the page was replaced: what came is as everybody sees it.
document.addEventListener('aularium:replaced', () => {
  paintHearts($favorites.get())
  paintFollows($follows.get())
})
document.addEventListener('aularium:logged-in', () => void loadPersonal(true))

/** Reads everything there is to read about this visitor; `isChanged`: it is somebody else now. */
export async function loadPersonal(isChanged = false): Promise<void> {
  startNotifications()
  const hasFollows = document.querySelector('[data-follow]') !== null
  await Promise.all([loadVisitor({ hasFollows, isChanged }), loadMaterial()])
}

/** Only the page of a material knows one. */
async function loadMaterial(): Promise<void> {
  const line = document.querySelector<HTMLElement>('[data-mine]')
  if (line && hasCart()) await (await import('./visitor-material.ts')).paintVisitorMaterial(line)
}

/** What the heart or follow button shows now is what the visitor turns over. */
export function turnHeart(button: HTMLElement): void {
  const { follow } = button.dataset
  if (follow !== undefined) {
    void setFollow(Number(follow), !button.hasAttribute('data-on'))
    return
  }
  const id = Number(button.dataset.favorite)
  void setFavorite(id, button.getAttribute('aria-pressed') !== 'true')
}

/** Puts a material into the cart; `isShownThere`: the button itself says what came of it. */
export function putIntoCart(wish: CartWish, isShownThere: Promise<boolean>): void {
  void pressAddToCart(wish, isShownThere)
}

/** Ends the session here and in the other tabs, then leaves the private page. */
export async function leave(next: string, isEverywhere: boolean): Promise<void> {
  if (await logOut({ isEverywhere })) location.assign(next)
}

function paintHearts(ids: ReadonlySet<number>): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-favorite]')) {
    const pressed = String(ids.has(Number(button.dataset.favorite)))
    if (button.getAttribute('aria-pressed') !== pressed) button.setAttribute('aria-pressed', pressed)
  }
}

function paintFollows(ids: ReadonlySet<number>): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-follow]'))
    button.toggleAttribute('data-on', ids.has(Number(button.dataset.follow)))
}

/** Nobody follows themself. */
function hideOwnFollow(id: number | undefined): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-follow]'))
    button.hidden = button.dataset.follow === String(id)
}
