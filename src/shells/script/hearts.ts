import { withoutCode } from './without-code.ts'

const hearts = 'button[data-favorite], button[data-follow]'

/**
 * Hearts and follow buttons everywhere on a page by one listener: `<form method="post"><button name="materialId"
 * data-favorite="12" aria-pressed="false">` and `<button name="authorId" data-follow="3">`. The store is fetched when a
 * pointer or the focus reaches the first heart, so that it is there at the click, also when the network goes in between.
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
  void import('#kit/visitor/personal.ts').catch(() => undefined)
}

function handleClick(event: MouseEvent): void {
  const heart = heartOf(event)
  if (!heart || event.defaultPrevented) return
  event.preventDefault()
  turn(heart)
}

function turn(heart: HTMLButtonElement): void {
  void import('#kit/visitor/personal.ts').then(
    (personal) => personal.turnHeart(heart),
    () => withoutCode(heart.form, heart, () => turn(heart)),
  )
}
