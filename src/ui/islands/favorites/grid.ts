import { postNatively } from '../native-post.ts'

const hearts = 'button[data-favorite], button[data-follow]'

/**
 * Hearts and follow buttons everywhere on a page by one listener: `<form method="post"><button name="material_id"
 * data-favorite="12" aria-pressed="false">` and `<button name="author_id" data-follow="3">`. The store is fetched when a pointer or the focus reaches the first heart, so that it is there
 * at the click, also when the network goes in between. If it cannot be fetched, the form is posted as without script.
 */
export function delegateHearts(): void {
  document.addEventListener('pointerover', prefetch, { passive: true })
  document.addEventListener('focusin', prefetch)
  document.addEventListener('click', handleClick)
}

function heartOf(event: Event): HTMLButtonElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLButtonElement>(hearts) : null
}

function prefetch(event: Event): void {
  if (!heartOf(event)) return
  document.removeEventListener('pointerover', prefetch)
  document.removeEventListener('focusin', prefetch)
  void import('../personal.ts').catch(() => undefined)
}

function handleClick(event: MouseEvent): void {
  const heart = heartOf(event)
  if (!heart || event.defaultPrevented) return
  event.preventDefault()
  void import('../personal.ts').then(
    (personal) => personal.turnHeart(heart),
    () => postNatively(heart),
  )
}
