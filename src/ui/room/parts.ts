/** Fetches this page anew and takes over its parts; what is open or in focus stays so. */
export async function refreshParts(names: readonly string[]): Promise<void> {
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } })
  if (!answer.ok) throw new Error(`the room answers ${answer.status}`)
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const name of names) {
    const part = partOf(document, name)
    const fresh = partOf(next, name)
    if (!part || !fresh || part.innerHTML === fresh.innerHTML) continue
    const open = new Set([...part.querySelectorAll<HTMLDetailsElement>('details[open]')].map(({ id }) => id))
    const focus = placeOf(part)
    part.replaceChildren(...fresh.childNodes)
    for (const fold of part.querySelectorAll<HTMLDetailsElement>('details[id]'))
      if (open.has(fold.id)) fold.open = true
    if (focus) part.querySelector<HTMLElement>(focus)?.focus({ preventScroll: true })
    announce(part)
  }
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

/** What is new, told once by the region every page has. */
function announce(part: HTMLElement): void {
  const said = part.querySelector<HTMLElement>('[data-said]')?.dataset.said
  const region = document.querySelector('[data-toasts]')
  if (!said || !region) return
  const words = document.createElement('p')
  words.className = 'hide-visually'
  words.textContent = said
  region.append(words)
  setTimeout(() => words.remove(), 5000)
}
