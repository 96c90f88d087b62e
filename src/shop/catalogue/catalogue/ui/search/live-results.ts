import { filterSheet } from './filter-sheet.ts'
import { keepPlace } from './keep-place.ts'

export interface LiveResults {
  openSheet: () => void
}

/** So many pages are cached to come back to, also without network. */
const mostPages = 12
/** Several ticks in a row are one question. */
const pauseMs = 120

/**
 * Makes the filters of a search act at once: fetches the same address as the form would open and takes the named parts
 * (`data-live`) from it. Address and history follow; focus, scroll and what is folded open stay.
 */
export function liveResults(form: HTMLFormElement, start: string): LiveResults {
  const pages = new Map<string, string>([[start, document.documentElement.outerHTML]])
  const list = document.querySelector<HTMLElement>('[data-live="list"]')
  let shown = start
  let wanted: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isPressed = false
  const sheet = filterSheet(form)

  /** Shows an address; a newer wish ends an older one. */
  async function show(address: string, how: 'push' | 'replace' | 'none'): Promise<void> {
    clearTimeout(timer)
    wanted?.abort()
    const mine = new AbortController()
    wanted = mine
    clearProblem()
    list?.setAttribute('aria-busy', 'true')
    try {
      const page = await read(address, mine.signal)
      await released()
      if (mine.signal.aborted) return
      // A page without any result has no filters.
      if (!page.html.includes('data-facets')) return location.assign(page.address)
      replaceParts(page.html)
      if (how === 'push') {
        history.pushState(null, '', page.address)
        sheet.act()
      }
      if (how === 'replace') history.replaceState(null, '', page.address)
      shown = page.address
    } catch {
      if (mine.signal.aborted) return
      sayProblem(() => void show(address, how))
    }
    list?.removeAttribute('aria-busy')
  }

  async function read(address: string, signal: AbortSignal): Promise<{ address: string; html: string }> {
    const cached = pages.get(address)
    if (cached !== undefined) return { address, html: cached }
    const answer = await fetch(address, { signal, headers: { accept: 'text/html' } })
    if (!answer.ok) throw new Error(`${answer.status}`)
    const html = await answer.text()
    const { pathname, search } = new URL(answer.url)
    if (pages.size >= mostPages) for (const oldest of [...pages.keys()].slice(0, 1)) pages.delete(oldest)
    pages.set(address, html)
    pages.set(pathname + search, html)
    return { address: pathname + search, html }
  }

  function replaceParts(html: string): void {
    const next = new DOMParser().parseFromString(html, 'text/html')
    const putBack = keepPlace()
    for (const part of document.querySelectorAll<HTMLElement>('[data-live]')) {
      const other = next.querySelector(`[data-live="${part.dataset.live}"]`)
      if (other) part.replaceChildren(...other.childNodes)
    }
    const sort = form.querySelector<HTMLSelectElement>('[name="sort"]')
    const chosen = next.querySelector<HTMLOptionElement>('[name="sort"] option[selected]')
    if (sort && chosen) sort.value = chosen.value
    document.title = next.title
    putBack()
    say(document.querySelector('.results__about [role="status"]')?.textContent ?? '')
    document.dispatchEvent(new Event('aularium:replaced'))
  }

  /** A press that has begun ends where it began: nothing is taken from under a finger. */
  function released(): Promise<void> {
    if (!isPressed) return Promise.resolve()
    return new Promise((resolve) => addEventListener('pointerup', () => setTimeout(resolve), { once: true }))
  }

  function apply(): void {
    const address = addressOf(form)
    if (address === shown) {
      // Taken back before it was shown.
      wanted?.abort()
      clearTimeout(timer)
      clearProblem()
      list?.removeAttribute('aria-busy')
      return
    }
    void show(address, stepOf())
  }

  /** Whatever is chosen in one opening of the sheet is one step back. */
  function stepOf(): 'push' | 'replace' {
    return sheet.isOpen() && sheet.hasActed() ? 'replace' : 'push'
  }

  form.addEventListener('change', () => {
    clearTimeout(timer)
    timer = setTimeout(apply, pauseMs)
  })
  form.addEventListener('submit', (event) => {
    if (form.hasAttribute('data-plain')) return
    event.preventDefault()
    apply()
  })
  addEventListener('pointerdown', () => {
    isPressed = true
  })
  for (const end of ['pointerup', 'pointercancel'] as const)
    addEventListener(end, () => {
      isPressed = false
    })
  addEventListener('popstate', () => {
    const address = location.pathname + location.search
    if (address !== shown) void show(address, 'none')
  })
  document.addEventListener('click', (event) => {
    const link = linkOf(event)
    if (!link) return
    event.preventDefault()
    void show(link.pathname + link.search, stepOf())
  })

  // Chosen, or gone back, before this code was there.
  if (location.pathname + location.search !== shown) void show(location.pathname + location.search, 'none')
  else apply()
  return { openSheet: sheet.open }
}

/** The address the form would open, as tidy as the server wants it. */
function addressOf(form: HTMLFormElement): string {
  const sort = form.querySelector<HTMLSelectElement>('[name="sort"]')
  const pairs = [...new FormData(form)]
    .map(([name, value]) => [name, String(value)] as [string, string])
    .filter(([name, value]) => value !== '' && !(name === 'sort' && value === sort?.options[0]?.value))
    .sort(([name, value], [other, its]) => order(name, other) || order(value, its))
  const query = new URLSearchParams(pairs).toString()
  return new URL(form.action).pathname + (query === '' ? '' : `?${query}`)
}

function order(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

/** A chip, "clear all" and their like: a link to this same search with other filters. A new tab stays a new tab. */
function linkOf(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.closest('[data-live="head"], [data-sheet], .empty') || link.origin !== location.origin) return
  return link.pathname === location.pathname && link.hash === '' ? link : undefined
}

/** Into the regions the page brought: of two, the one that is not in a closed sheet is heard. */
function say(text: string): void {
  for (const region of document.querySelectorAll('[data-live-status]')) region.textContent = text
}

function sayProblem(again: () => void): void {
  const template = document.querySelector<HTMLTemplateElement>('template[data-live-problem]')
  const notice = template?.content.firstElementChild?.cloneNode(true)
  if (!(notice instanceof HTMLElement)) return
  notice.dataset.liveNotice = ''
  notice.querySelector('[data-live-again]')?.addEventListener('click', again)
  const open = document.querySelector('[data-sheet][open] [data-sheet-body]')
  const place = open ?? document.querySelector('[data-live="list"]')
  place?.prepend(notice)
  notice.scrollIntoView({ block: 'nearest' })
}

function clearProblem(): void {
  for (const notice of document.querySelectorAll('[data-live-notice]')) notice.remove()
}
