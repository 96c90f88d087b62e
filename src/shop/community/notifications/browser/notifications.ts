import { atom } from 'nanostores'
import { memberToken } from '#platform/browser/client.ts'
import { pageWorld } from '#platform/browser/page.ts'
import { isLoggedIn } from '#platform/browser/session-hints.ts'
import { type LiveSocket, openLiveSocket, type SocketMessage } from '#platform/browser/socket.ts'
import { readStored, writeStored } from '#platform/browser/storage.ts'
import { showToast } from '#platform/browser/toasts.ts'
import { $user } from '#shop/people/identity/browser/user.ts'

/** How many notifications the member has not read; undefined while nobody knows. 100 stands for more. */
export const $unread = atom<number | undefined>()

/** Ids that were shown already: what is delivered again after a lost acknowledgement is not shown twice. */
const shownKey = 'notifications_shown'
const mostRemembered = 200

let socket: LiveSocket | undefined

/** Specification 4: connects only for members; a second call changes nothing. */
export function startNotifications(): void {
  if (socket || !isLoggedIn()) return
  socket = openLiveSocket({
    path: '/notifications',
    // Specification 4: with the token, which is waited for.
    hello: async () => ({ type: 'handshake', access_token: await memberToken(), world: pageWorld() }),
    onConnected: ({ unread }) => $unread.set(Number(unread) || 0),
    onMessage: receive,
  })
}

/** After a logout. */
export function stopNotifications(): void {
  socket?.stop()
  socket = undefined
  $unread.set(undefined)
}

$user.listen((user) => {
  if (user === null) stopNotifications()
})

function receive({ type, id, text, url, isFresh }: SocketMessage): void {
  if (type !== 'notification' || typeof id !== 'number') return
  socket?.send({ type: 'ack', id })
  // Each window that lists them shows the new one, whichever window says so.
  if (isFresh === true) document.dispatchEvent(new Event('aularium:notified'))
  // What waited here is counted by the handshake already, and nobody wants a heap of old news.
  if (!rememberShown(id) || isFresh !== true) return
  $unread.set(Math.min(100, ($unread.get() ?? 0) + 1))
  // One of several windows is looked at.
  if (document.visibilityState !== 'visible' || typeof text !== 'string') return
  const open = typeof url === 'string' ? { key: 'show' as const, run: () => location.assign(url) } : undefined
  showToast({ kind: 'info', text, ...(open && { action: open }) }, `notification ${id}`)
}

/** False for an id that was shown before, in this window or another one. */
function rememberShown(id: number): boolean {
  const known = (readStored(shownKey) ?? '').split(',').filter(Boolean)
  if (known.includes(String(id))) return false
  writeStored(shownKey, [...known, id].slice(-mostRemembered).join(','))
  return true
}
