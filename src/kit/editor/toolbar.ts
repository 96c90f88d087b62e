/** The tools over a text: one stop of the tab key; the arrows go from tool to tool (WAI-ARIA toolbar). */
export function wakeToolbar(place: HTMLElement, run: (command: string) => void): void {
  const bar = place.querySelector<HTMLElement>('[role=toolbar]')
  const buttons = [...(bar?.querySelectorAll('button') ?? [])]
  for (const [at, button] of buttons.entries()) button.tabIndex = at === 0 ? 0 : -1
  bar?.addEventListener('keydown', (event) => {
    const seen = buttons.filter((button) => button.offsetParent !== null)
    const at = seen.indexOf(document.activeElement as HTMLButtonElement)
    const turn = getComputedStyle(bar).direction === 'rtl' ? -1 : 1
    const steps: Record<string, number> = {
      ArrowRight: at + turn,
      ArrowLeft: at - turn,
      Home: 0,
      End: seen.length - 1,
    }
    const next = seen[((steps[event.key] ?? Number.NaN) + seen.length) % seen.length]
    if (next === undefined) return
    event.preventDefault()
    for (const button of buttons) button.tabIndex = button === next ? 0 : -1
    next.focus()
  })
  // The words stay in focus: what is typed right after the press is not lost.
  bar?.parentElement?.addEventListener('mousedown', (event) => {
    if (event.target instanceof Element && event.target.closest('[data-do]')) event.preventDefault()
  })
  place.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-do]') : null
    if (button) run(button.dataset.do ?? '')
  })
}
