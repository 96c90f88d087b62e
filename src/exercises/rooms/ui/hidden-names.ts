const key = 'room-names-hidden'

/**
 * Names stay hidden where their teacher hid them: when the table is fetched anew, and on every page of this window, since
 * what is on the wall of a class must not come back by itself.
 */
export function keepNamesHidden(desk: HTMLElement): void {
  const show = () => {
    const box = desk.querySelector<HTMLInputElement>('#hide-names')
    if (box) box.checked = isHidden
  }
  let isHidden = restore()
  show()
  desk.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.id !== 'hide-names') return
    isHidden = target.checked
    keep(isHidden)
  })
  // Observers run before anything is painted.
  new MutationObserver(show).observe(desk, { childList: true, subtree: true })
}

function restore(): boolean {
  try {
    return sessionStorage.getItem(key) === '1'
  } catch {
    return false
  }
}

function keep(isHidden: boolean): void {
  try {
    if (isHidden) sessionStorage.setItem(key, '1')
    else sessionStorage.removeItem(key)
  } catch {
    // Without a storage it holds as long as the page.
  }
}
