/**
 * What was wrong beside a control leaves as soon as its value is another one that the control takes: its own limits, its
 * `pattern`, and `data-between="min max"` (cents) of an amount. The line in the list at the top is struck out.
 */
export function letErrorsLeave(): void {
  document.addEventListener('input', handle)
  document.addEventListener('change', handle)
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function handle({ target }: Event): void {
  const isControl =
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement
  if (!isControl || isOfIsland(target)) return
  const place = placeOf(target)
  const error = place && document.getElementById(`${place.id}-error`)
  if (!error || !isRight(target, place)) return
  for (const element of [place, ...place.querySelectorAll<HTMLElement>('[aria-describedby]')])
    forget(element, error.id)
  place.querySelector('.choices--wrong')?.classList.remove('choices--wrong')
  error.remove()
  const link = document.querySelector(`[data-problems] a[href="#${CSS.escape(place.id)}"]`)
  if (link?.firstElementChild?.tagName !== 'S') link?.replaceChildren(struck(link))
}

/** What an island has made is the island's to change; its slots are the page's. */
function isOfIsland(control: Control): boolean {
  return control.closest('astro-island, astro-slot')?.localName === 'astro-island'
}

/** The element that carries the id of the error: the control, or the group its boxes stand in. */
function placeOf(control: Control): HTMLElement | undefined {
  if (control.getAttribute('aria-invalid') === 'true') return control
  const group = control.closest<HTMLElement>('.field[id]')
  return group?.querySelector('.choices--wrong') ? group : undefined
}

function isRight(control: Control, place: HTMLElement): boolean {
  if (place !== control) return place.querySelector('input:checked') !== null
  const { value, validity } = control
  if (!validity.valid || isUnchanged(control)) return false
  // A length set by script is no error for the browser.
  if ('minLength' in control && value.trim().length < control.minLength) return false
  return isWithin(value, control.dataset.between)
}

function isUnchanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) return control.value === ''
  if (control instanceof HTMLInputElement && control.type === 'checkbox') return !control.checked
  if (control.value.trim() === '') return true
  return control.value.trim() === control.defaultValue.trim()
}

function isWithin(value: string, between: string | undefined): boolean {
  if (between === undefined) return true
  const [min = 0, max = 0] = between.split(' ').map(Number)
  const cents = Math.round(Number(value.replace(',', '.')) * 100)
  return cents === 0 || (cents >= min && cents <= max)
}

function forget(element: HTMLElement, errorId: string): void {
  element.removeAttribute('aria-invalid')
  const others = (element.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id !== errorId)
  if (others.join('') === '') element.removeAttribute('aria-describedby')
  else element.setAttribute('aria-describedby', others.join(' '))
}

function struck(link: Element): HTMLElement {
  const line = document.createElement('s')
  line.append(...link.childNodes)
  return line
}
