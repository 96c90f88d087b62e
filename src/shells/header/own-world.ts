/** On the choice of worlds the one in the visitor's language stands first, marked. */
export function markOwnWorld(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-own]')]
  for (const wanted of navigator.languages) {
    const own = links.find(({ hreflang }) => hreflang === wanted.slice(0, 2).toLowerCase())
    if (!own) continue
    const item = own.closest('li')
    item?.parentElement?.prepend(item)
    own.dataset.own = 'true'
    return
  }
}
