/** Buttons beside passwords: they are seen only where this runs, and in parts that a refused post replaces, too. */
export function wakePasswordButtons(): void {
  document.documentElement.dataset.showsPasswords = ''
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-show-password]') : null
    if (button) show(button, button.getAttribute('aria-pressed') === 'false')
  })
  // What is sent as plain text a browser keeps among its suggestions and does not offer to store.
  document.addEventListener('submit', ({ target }) => {
    if (!(target instanceof Element)) return
    for (const button of target.querySelectorAll('[data-show-password]')) show(button, false)
  })
}

function show(button: Element, isShown: boolean): void {
  const field = document.getElementById(button.getAttribute('aria-controls') ?? '')
  if (!(field instanceof HTMLInputElement)) return
  field.type = isShown ? 'text' : 'password'
  button.setAttribute('aria-pressed', String(isShown))
}
