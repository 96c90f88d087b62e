const parts = '.folders__tools :is(details, summary, input:not([type=hidden]), select, button)'

/**
 * What was opened, typed and focused in the forms of the page whose place is about to be taken. Called while they are there; what it
 * gives does the same to those that came.
 */
export function rememberForms(): () => void {
  // On the server there is nothing to take over.
  if (typeof document === 'undefined') return () => undefined
  const before = partsNow()
  const states = before.map((part) => (part instanceof HTMLDetailsElement ? part.open : typed(part)))
  const focused = before.indexOf(document.activeElement as HTMLElement)
  return () => {
    const now = partsNow()
    if (now.length !== before.length) return
    for (const [at, part] of now.entries()) {
      const state = states[at]
      if (part instanceof HTMLDetailsElement) part.open = state === true
      else if (isField(part) && typeof state === 'string') part.value = state
    }
    now[focused]?.focus()
  }
}

function partsNow(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(parts)]
}

function isField(part: HTMLElement): part is HTMLInputElement | HTMLSelectElement {
  return part instanceof HTMLInputElement || part instanceof HTMLSelectElement
}

function typed(part: HTMLElement): string | undefined {
  return isField(part) ? part.value : undefined
}
