/**
 * Menus are `<details data-menu>`: they open without script. With it they close as menus do: by Escape, which gives the
 * focus back, by a press outside, and when the focus leaves them. One listener each for all menus of a page, there
 * before any island is.
 */
export function closeMenus(): void {
  document.addEventListener('keydown', handleKeyDown)
  document.addEventListener('pointerdown', closeOthers, { passive: true })
  document.addEventListener('focusin', closeOthers)
}

function openMenus(): NodeListOf<HTMLDetailsElement> {
  return document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]')
}

function handleKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented) return
  for (const menu of openMenus()) {
    const hadFocus = menu.contains(document.activeElement)
    menu.open = false
    if (hadFocus) menu.querySelector('summary')?.focus()
  }
}

function closeOthers({ target }: Event): void {
  if (!(target instanceof Node)) return
  for (const menu of openMenus()) {
    if (!menu.contains(target)) menu.open = false
  }
}
