import { announce } from '../kit/announce.ts'

/** Fetches this page anew and takes over its parts; what is open or in focus stays so. */
export async function refreshParts(names: readonly string[]): Promise<void> {
  const next = await freshPage()
  for (const name of names) {
    const part = partOf(document, name)
    const fresh = partOf(next, name)
    if (!part || !fresh || part.innerHTML === fresh.innerHTML || plays(part, fresh, name)) continue
    const open = new Set([...part.querySelectorAll<HTMLDetailsElement>('details[open]')].map(({ id }) => id))
    const focus = placeOf(part)
    part.replaceChildren(...fresh.childNodes)
    for (const fold of part.querySelectorAll<HTMLDetailsElement>('details[id]'))
      if (open.has(fold.id)) fold.open = true
    if (focus) part.querySelector<HTMLElement>(focus)?.focus({ preventScroll: true })
    announce(part)
  }
}

const waited = new WeakSet<HTMLMediaElement>()

/** Whether something sounds in a part that is there in the new one, too: it is not cut off, the part comes anew when it ends. */
function plays(part: HTMLElement, fresh: HTMLElement, name: string): boolean {
  const mediaIn = (of: HTMLElement) => [...of.querySelectorAll<HTMLMediaElement>('audio, video')]
  const heard = mediaIn(part).find((medium) => !medium.paused)
  if (!heard || !mediaIn(fresh).some((medium) => medium.src === heard.src)) return false
  if (waited.has(heard)) return true
  waited.add(heard)
  const handlePause = () => {
    waited.delete(heard)
    void refreshParts([name]).catch(() => undefined)
  }
  heard.addEventListener('pause', handlePause, { once: true })
  return true
}

/**
 * Takes over what is left of every time on this page, and nothing else: what was typed and not sent stays.
 * @returns false: the page shows something else by now
 */
export async function refreshClocks(): Promise<boolean> {
  const clocksIn = (page: Document) => [...page.querySelectorAll<HTMLElement>('[data-task-left]')]
  const viewOf = (page: Document) => page.querySelector<HTMLElement>('[data-room-view]')?.dataset.roomView
  const next = await freshPage()
  const [old, fresh] = [clocksIn(document), clocksIn(next)]
  if (old.length !== fresh.length || viewOf(document) !== viewOf(next)) return false
  for (const [at, clock] of old.entries()) clock.dataset.taskLeft = fresh[at]?.dataset.taskLeft ?? ''
  return true
}

async function freshPage(): Promise<Document> {
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } })
  if (!answer.ok) throw new Error(`the room answers ${answer.status}`)
  return new DOMParser().parseFromString(await answer.text(), 'text/html')
}

/**
 * Fetches parts of this page soon after something changed: once for all that changes meanwhile, never two at a time, and
 * however fast it goes on changing.
 */
export function createRefresher(names: readonly string[], afterMs: number): () => void {
  let isPlanned = false
  let isBusy = false
  let isStale = false

  function soon(): void {
    if (isBusy) isStale = true
    else if (!isPlanned) setTimeout(() => void refresh(), afterMs)
    isPlanned = !isBusy
  }

  async function refresh(): Promise<void> {
    isPlanned = false
    isBusy = true
    isStale = false
    await refreshParts(names).catch(() => undefined)
    isBusy = false
    if (isStale) soon()
  }

  return soon
}

/** What a page does by its line: without one it asks every few seconds, until one stands after all. */
export function createAsking(refresh: () => void): (line: 'open' | 'lost' | 'blocked' | 'ended') => void {
  let asking: ReturnType<typeof setInterval> | undefined
  return (line) => {
    if (line !== 'lost') clearInterval(asking)
    if (line === 'blocked') asking = setInterval(refresh, 5_000)
  }
}

function partOf(inside: Document, name: string): HTMLElement | null {
  return inside.querySelector(`[data-room-part="${name}"]`)
}

function placeOf(part: HTMLElement): string | undefined {
  const { activeElement } = document
  if (!activeElement || !part.contains(activeElement)) return undefined
  if (activeElement.id !== '') return `#${CSS.escape(activeElement.id)}`
  const name = activeElement.getAttribute('name')
  return name === null ? undefined : `[name="${CSS.escape(name)}"]`
}
