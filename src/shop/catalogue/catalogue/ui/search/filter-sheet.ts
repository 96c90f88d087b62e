const narrow = '(width < 64rem)'

/** The filters over the page of a narrow screen: a dialog they move into while it is open. */
export function filterSheet(form: HTMLFormElement) {
  const dialog = form.querySelector<HTMLDialogElement>('[data-sheet]')
  const body = form.querySelector<HTMLElement>('[data-sheet-body]')
  const home = form.querySelector<HTMLElement>('[data-facet-sheet]')
  const groups = form.querySelector<HTMLElement>('[data-live="groups"]')
  let hasActed = false
  let isToResults = false

  function open(): void {
    if (!dialog || !body || !groups || dialog.open) return
    hasActed = false
    isToResults = false
    body.append(groups)
    dialog.showModal()
  }

  // A press beside it closes it, where the browser knows that.
  dialog?.setAttribute('closedby', 'any')
  dialog?.addEventListener('close', () => {
    if (groups) home?.append(groups)
    if (isToResults) showResults()
    else home?.querySelector('summary')?.focus({ preventScroll: true })
  })
  dialog?.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    isToResults = target.closest('[data-sheet-show]') !== null
    if (isToResults || target.closest('[data-sheet-close]')) dialog.close()
  })
  matchMedia(narrow).addEventListener('change', ({ matches }) => {
    if (!matches) dialog?.close()
  })
  return {
    open,
    isOpen: () => dialog?.open === true,
    /** Whether anything was chosen since it was opened. */
    hasActed: () => hasActed,
    act: () => {
      hasActed = true
    },
  }
}

function showResults(): void {
  const heading = document.querySelector<HTMLElement>('[data-live="head"] h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  heading.scrollIntoView({ block: 'start' })
}
