/**
 * Remembers where a visitor is in parts of the page that are about to be replaced: the control with the focus, what is
 * folded open (`data-keep-place`), how far it is scrolled and in which order its choices stand: what was just ticked must not
 * jump away. The function it gives puts that back.
 */
export function keepPlace(): () => void {
  const focused = placeOfFocus()
  const places = new Map(
    [...document.querySelectorAll<HTMLElement>('[data-keep-place]')].map((element) => [
      element.dataset.keepPlace,
      {
        open: element instanceof HTMLDetailsElement && element.open,
        top: element.scrollTop,
        order: choicesOf(element).map(keyOf),
      },
    ]),
  )
  return () => {
    for (const element of document.querySelectorAll<HTMLElement>('[data-keep-place]')) {
      const was = places.get(element.dataset.keepPlace)
      if (!was) continue
      if (element instanceof HTMLDetailsElement) element.open = was.open
      if (!(element instanceof HTMLDetailsElement)) reorder(element, was.order)
      element.scrollTop = was.top
    }
    focused?.()
  }
}

function choicesOf(list: HTMLElement): HTMLInputElement[] {
  return [...list.querySelectorAll<HTMLInputElement>(':scope > label > input')]
}

function keyOf({ name, value }: HTMLInputElement): string {
  return `${name}=${value}`
}

/** What stood there before keeps its place; what is new comes last. */
function reorder(list: HTMLElement, before: readonly string[]): void {
  const place = (input: HTMLInputElement) => {
    const at = before.indexOf(keyOf(input))
    return at < 0 ? before.length : at
  }
  const labels = choicesOf(list)
    .sort((left, right) => place(left) - place(right))
    .map((input) => input.parentElement as HTMLElement)
  list.append(...labels)
}

/** How to find again what has the focus; nothing when it is not in a part that is replaced. */
function placeOfFocus(): (() => void) | undefined {
  const element = document.activeElement
  const part = element?.closest<HTMLElement>('[data-live]')
  if (!(element instanceof HTMLElement) || !part) return undefined
  if (element instanceof HTMLInputElement) {
    const same = `input[name="${CSS.escape(element.name)}"][value="${CSS.escape(element.value)}"]`
    return () => focus(part.querySelector(same) ?? part.querySelector('summary, input'))
  }
  const fold = element.closest<HTMLElement>('[data-keep-place]')?.dataset.keepPlace
  if (fold !== undefined)
    return () => focus(part.querySelector(`[data-keep-place="${CSS.escape(fold)}"] > summary`))
  const place = linksAndButtons(part).indexOf(element)
  return () => {
    const all = linksAndButtons(part)
    focus(all[Math.min(place, all.length - 1)] ?? headingOf(part))
  }
}

function linksAndButtons(part: HTMLElement): HTMLElement[] {
  const chips = part.querySelectorAll<HTMLElement>('.chips a, [data-sheet-show]')
  return [...chips]
}

function headingOf(part: HTMLElement): HTMLElement | null {
  const heading = part.querySelector<HTMLElement>('h1')
  if (heading) heading.tabIndex = -1
  return heading
}

function focus(element: Element | null | undefined): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true })
}
