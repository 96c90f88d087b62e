import type { ClientDirective } from 'astro'

/** What a visitor does before they use a control; each is enough to fetch its code. */
const signals = ['pointerover', 'touchstart', 'pointerdown', 'focusin', 'keydown'] as const

/** A native submit normally leaves the page; after this long without leaving, the island may wake again. */
const leaveMs = 4000

/** Visitors who are logged in or have a cart are known to use the islands: theirs wake when the page is idle. */
const markers = /(?:^|; )(?:__Host-|__Secure-)?(?:logged_in|c_t)=[^;]/

/**
 * `client:intent`: an island hydrates at the first sign that someone is about to use it, or at idle for a visitor with
 * a marker cookie; nobody else downloads React. Beside an exercise the header waits for its sign, too.
 *
 * Why no action is lost or done twice:
 * - Until an island is hydrated it is plain links and forms, so a click that comes too early happens natively: the
 *   form is posted, the page changes. Nothing is recorded, nothing is replayed.
 * - A native submit that has started keeps the island asleep: its code may arrive while the browser is still waiting
 *   for the answer, and a waking button would invite a second click that posts the same thing by API. A repeated
 *   native submit is stopped for the same reason.
 * - A pointerdown that wakes the island before the click arrives is no race: React hydrates a root synchronously when
 *   a click or key reaches it, and its `onSubmit` then prevents the native post. It is one or the other, never both.
 * - A page that comes back from the back/forward cache, or was never left (offline, stopped), wakes as usual.
 */
const intent: ClientDirective = (load, _options, island) => {
  let isWanted = false
  let isAwake = false
  let leavingSince = Number.NEGATIVE_INFINITY

  function isLeaving(): boolean {
    return performance.now() - leavingSince < leaveMs
  }

  async function wake(): Promise<void> {
    if (isWanted || isLeaving()) return
    isWanted = true
    const hydrate = await load()
    if (isLeaving()) {
      setTimeout(rearm, leaveMs)
      return
    }
    isAwake = true
    stopListening()
    await hydrate()
  }

  function rearm(): void {
    isWanted = false
    leavingSince = Number.NEGATIVE_INFINITY
  }

  function handleSubmit(event: Event): void {
    if (event.defaultPrevented || isAwake) return
    if (isLeaving()) event.preventDefault()
    else leavingSince = performance.now()
  }

  function handleReturn(event: PageTransitionEvent): void {
    if (event.persisted) rearm()
  }

  function stopListening(): void {
    for (const signal of signals) island.removeEventListener(signal, wake)
    island.removeEventListener('submit', handleSubmit)
    removeEventListener('pageshow', handleReturn)
  }

  for (const signal of signals) island.addEventListener(signal, wake, { passive: true })
  island.addEventListener('submit', handleSubmit)
  addEventListener('pageshow', handleReturn)

  // Focus may already be inside (autofocus, or a key pressed while the page was loading).
  if (island.contains(document.activeElement)) void wake()
  else if (markers.test(document.cookie) && !isAside(island)) whenIdle(wake)
}

/** On a page whose whole content is for input (`Awake.astro`) what stands around it waits to be touched. */
function isAside(island: HTMLElement): boolean {
  return document.querySelector('[data-wakes]') !== null && island.closest('[data-wakes]') === null
}

/** Safari has no requestIdleCallback. */
function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 4000 })
  else setTimeout(run, 600)
}

export default intent
