import { http } from '#platform/browser/client.ts'
import { onPageEvent, type SlowRequest } from '#platform/browser/session-events.ts'
import { readStored, writeStored } from '#platform/browser/storage.ts'
import { ProductError } from '#platform/errors.ts'
import { engagement, tabletMaxPx } from '#platform/limits.ts'
import { isAllowed } from '#shop/visits/consent/browser/consent.ts'
import { callName } from '../rules/call-name.ts'
import type { TrackedEvent } from '../rules/events.ts'
import { createTracker, type Tracker } from './tracker.ts'

const visitKey = 'visit'

/** Specification 6: nothing is told while somebody acts in a member's name. The page says so, whoever made it. */
function isActing(): boolean {
  return document.querySelector('[data-acting]') !== null
}

/** Whether anything may be counted on this page. */
export function mayTrack(): boolean {
  return isAllowed('statistics') && !isActing()
}

let tracker: Tracker | undefined

/** Counts the page and what happens on it, for as long as the visitor allows it. */
export function startTracking(): void {
  if (tracker || !mayTrack()) return
  const started = createTracker({
    ...{ send, isAllowed: mayTrack, visit: visitId, now: Date.now },
    path: () => location.pathname,
    id: () => crypto.randomUUID(),
  })
  tracker = started
  started.track({ name: 'page_view' })
  const materialId = Number(document.querySelector<HTMLElement>('[data-mine]')?.dataset.mine)
  if (materialId > 0) {
    started.track({ name: 'material_view', materialId })
    document
      .querySelector('[data-gallery]')
      ?.addEventListener(
        'pointerdown',
        () => started.track({ name: 'gallery_view', materialId, isTablet: innerWidth <= tabletMaxPx }),
        { once: true },
      )
  }
  setTimeout(
    () => started.track({ name: 'engaged', value: engagement.value }),
    Math.max(0, engagement.afterMs - performance.now()),
  )
  onPageEvent<SlowRequest>('slow-request', ({ method, path }) =>
    started.track({ name: 'slow_request', call: callName(method, path) }),
  )
  onPageEvent('chunk-late', (chunk: string) => started.track({ name: 'chunk_late', chunk }))
  // The member is logged out a second later: it is sent before.
  onPageEvent('wrong-account', () => {
    started.track({ name: 'wrong_account' })
    void started.leave()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void started.leave()
  })
  addEventListener('pagehide', () => void started.leave())
}

/** A random name of this visit: of the tab, and gone with it. */
function visitId(): string {
  const known = readStored(visitKey, 'session')
  if (known !== undefined) return known
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const id = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, 22)
  writeStored(visitKey, id, 'session')
  return id
}

/** Whether the server took a batch. One that is refused for what it says would be refused again. */
async function send(events: readonly TrackedEvent[]): Promise<boolean> {
  try {
    await http.post('/v3/events/track', { events }, { noValidate: true })
    return true
  } catch (error) {
    return error instanceof ProductError && error.code === 'invalid_input'
  }
}
