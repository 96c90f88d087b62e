/** `/` leads to the console's search from anywhere but a field somebody types into. */
export function focusSearchBySlash(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const { target } = event
    if (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]')) return
    const search = document.querySelector<HTMLInputElement>('[data-console-search]')
    if (!search) return
    event.preventDefault()
    search.focus()
    search.select()
  })
}
