import { announce } from '../notice/announce.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * Fetches this page again and replaces its parts (`data-fresh-part`); open details, the focus and what stands in controls
 * that `keeps` names stay.
 */
export async function refreshParts(
  names: readonly string[],
  keeps: (name: string) => boolean = () => false,
): Promise<void> {
  const next = await freshPage()
  for (const name of names) {
    const part = partOf(document, name)
    const fresh = partOf(next, name)
    if (!part || !fresh || part.innerHTML === fresh.innerHTML || plays(part, fresh, name)) continue
    const open = new Set([...part.querySelectorAll<HTMLDetailsElement>('details[open]')].map(({ id }) => id))
    const focus = placeOf(part)
    const typed = controlsIn(part).filter(({ name }) => keeps(name))
    part.replaceChildren(...fresh.childNodes)
    for (const control of controlsIn(part)) fill(control, typed)
    for (const fold of part.querySelectorAll<HTMLDetailsElement>('details[id]'))
      if (open.has(fold.id)) fold.open = true
    if (focus) focusOn(part, focus)
    announce(part)
  }
}

function controlsIn(part: HTMLElement): Control[] {
  return [...part.querySelectorAll<Control>('input[name], select[name], textarea[name]')]
}

/** Puts in what stood in a control of the same name, whatever kind of control that was. */
function fill(control: Control, typed: readonly Control[]): void {
  const same = typed.filter(({ name }) => name === control.name)
  if (same.length === 0 || control.matches(':disabled') || control.type === 'file') return
  const values = same.filter((each) => !isTick(each) || each.checked).map(({ value }) => value)
  if (isTick(control)) control.checked = values.includes(control.value)
  else control.value = values[0] ?? ''
}

function isTick(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox' || control.type === 'radio'
}

const waited = new WeakSet<HTMLMediaElement>()

/** Whether something sounds in a part that is there in the new one, too: it is not cut off, the part comes anew when it ends. */
function plays(part: HTMLElement, fresh: HTMLElement, name: string): boolean {
  const mediaIn = (of: HTMLElement) => [...of.querySelectorAll<HTMLMediaElement>('audio, video')]
  const heard = mediaIn(part).find((medium) => !medium.paused)
  if (!heard || !mediaIn(fresh).some((medium) => medium.src === heard.src)) return false
  if (waited.has(heard)) return true
  waited.add(heard)
  const handlePause = () => {
    waited.delete(heard)
    void refreshParts([name]).catch(() => undefined)
  }
  heard.addEventListener('pause', handlePause, { once: true })
  return true
}

/** This page as the server has it now. */
export async function freshPage(): Promise<Document> {
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } })
  if (!answer.ok) throw new Error(`the page answers ${answer.status}`)
  return new DOMParser().parseFromString(await answer.text(), 'text/html')
}

/**
 * Fetches parts of this page soon after something changed: once for all that changes meanwhile, never two at a time, and
 * however fast it goes on changing.
 */
export function createRefresher(names: readonly string[], afterMs: number): () => void {
  let isPlanned = false
  let isBusy = false
  let isStale = false

  function soon(): void {
    if (isBusy) isStale = true
    else if (!isPlanned) setTimeout(() => void refresh(), afterMs)
    isPlanned = !isBusy
  }

  async function refresh(): Promise<void> {
    isPlanned = false
    isBusy = true
    isStale = false
    await refreshParts(names).catch(() => undefined)
    isBusy = false
    if (isStale) soon()
  }

  return soon
}

function partOf(inside: Document, name: string): HTMLElement | null {
  return inside.querySelector(`[data-fresh-part="${name}"]`)
}

/** Where the focus stands among what looks the same: the third button called "remove" stays the third. */
interface FocusPlace {
  selector: string
  at: number
}

function placeOf(part: HTMLElement): FocusPlace | undefined {
  const { activeElement } = document
  if (!activeElement || activeElement === part || !part.contains(activeElement)) return undefined
  // An island gives its focus back itself, when it is drawn again.
  if (activeElement.closest('[data-own-focus]')) return undefined
  const selector = selectorOf(activeElement)
  if (selector === activeElement.localName && selector !== 'summary') return undefined
  return { selector, at: [...part.querySelectorAll(selector)].indexOf(activeElement) }
}

function selectorOf(element: Element): string {
  if (element.id !== '') return `#${CSS.escape(element.id)}`
  const equals = (attribute: string) => {
    const value = element.getAttribute(attribute)
    return value === null ? '' : `[${attribute}="${CSS.escape(value)}"]`
  }
  // What is typed into a field is no part of what it is; a radio button or a button is its value.
  const hasValue =
    element instanceof HTMLButtonElement || (element instanceof HTMLInputElement && isTick(element))
  return `${element.localName}${equals('name')}${equals('href')}${hasValue ? equals('value') : ''}`
}

function focusOn(part: HTMLElement, { selector, at }: FocusPlace): void {
  const same = [...part.querySelectorAll<HTMLElement>(selector)]
  const own = same[at] ?? same.at(-1)
  own?.focus({ preventScroll: true })
}
