import type { LiveResults } from './live-results.ts'

/** What a visitor does before they choose a filter; each is enough to fetch what makes filters act at once. */
const signals = ['pointerover', 'touchstart', 'focusin', 'change'] as const
const narrow = '(width < 64rem)'

/**
 * Filters that act at once (live-results.ts), fetched when somebody is about to use them. A choice made before the code is
 * there is made good by it; if the code does not come, the button that sends the form is shown.
 */
export function prepareFilters(form: HTMLFormElement): void {
  const parts = [form, ...document.querySelectorAll('[data-live="head"]')]
  // Where the page stands: the way back may change the address before the code is there.
  const shown = location.pathname + location.search
  let live: Promise<LiveResults | undefined> | undefined

  function wake(): Promise<LiveResults | undefined> {
    for (const signal of signals) for (const part of parts) part.removeEventListener(signal, wake)
    removeEventListener('popstate', wake)
    live ??= import('./live-results.ts').then(
      ({ liveResults }) => liveResults(form, shown),
      () => {
        form.setAttribute('data-plain', '')
        return undefined
      },
    )
    return live
  }

  for (const signal of signals)
    for (const part of parts) part.addEventListener(signal, wake, { passive: true })
  addEventListener('popstate', wake)
  // A signal that came before this did.
  if (parts.some((part) => part.matches(':hover, :focus-within'))) void wake()

  // On a narrow screen the filters open over the page, whether or not the code is there yet.
  const sheet = form.querySelector<HTMLDetailsElement>('[data-facet-sheet]')
  sheet?.querySelector('summary')?.addEventListener('click', (event) => {
    if (sheet.open || !matchMedia(narrow).matches) return
    event.preventDefault()
    void wake().then((results) => {
      if (results) results.openSheet()
      else sheet.open = true
    })
  })
}
