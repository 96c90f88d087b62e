import { freshPage } from '#kit/action/fresh-parts.ts'

/**
 * Updates the remaining time of each clock on this page and nothing else, so that unsent input stays.
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

/** What a page does by its line: without one it asks every few seconds, until one stands after all. */
export function createAsking(refresh: () => void): (line: 'open' | 'lost' | 'blocked' | 'ended') => void {
  let asking: ReturnType<typeof setInterval> | undefined
  return (line) => {
    if (line !== 'lost') clearInterval(asking)
    if (line === 'blocked') asking = setInterval(refresh, 5_000)
  }
}
