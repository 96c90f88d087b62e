import { readCookie } from '#platform/browser/cookies.ts'
import { loadMine } from '../browser/tools-api.ts'

/** Fills in what of the list is the member's own; a stranger sees none of it. */
export async function wakeOwnTools(): Promise<void> {
  const place = document.querySelector<HTMLElement>('[data-ai-own]')
  if (!place || readCookie('logged_in') === undefined) return
  const mine = await loadMine().catch(() => undefined)
  if (!mine) return
  fill(place.querySelector('[data-ai-favorites]'), mine.favorites, place.dataset.toolAddress ?? '')
  fill(place.querySelector('[data-ai-recent]'), mine.recent, place.dataset.toolAddress ?? '')
  const left = place.querySelector<HTMLElement>('[data-ai-left]')
  const { used, limit } = mine.allowance.day
  if (left)
    left.textContent = (left.dataset.words ?? '')
      .replace('{left}', String(Math.max(0, limit - used)))
      .replace('{limit}', String(limit))
  place.hidden = false
}

/** Names stand in the list below. */
function fill(place: HTMLElement | null, ids: readonly string[], address: string): void {
  const list = place?.querySelector('ul')
  if (!place || !list) return
  for (const id of ids) {
    const href = address.replace(/tool$/, id)
    const name = document.querySelector(
      `.ai-card a[href="${CSS.escape(href).replaceAll('\\', '')}"]`,
    )?.textContent
    if (!name) continue
    const link = document.createElement('a')
    link.className = 'chip'
    link.href = href
    link.textContent = name
    const item = document.createElement('li')
    item.append(link)
    list.append(item)
  }
  place.hidden = list.children.length === 0
}
