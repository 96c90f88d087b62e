import { announce } from '#kit/notice/announce.ts'
import { ProductError } from '#platform/errors.ts'
import { wakeParts } from './parts.ts'

/**
 * Shows the page that a form was answered with, in place: the part of it that stands around the form (`data-form-part`), or
 * all its content. Chosen files and new passwords, which no server sends back, are taken along.
 * @throws ProductError when it is no page of ours
 */
export function showAnswer(form: HTMLFormElement, html: string): void {
  const next = new DOMParser().parseFromString(html, 'text/html')
  const { old, fresh } = partsOf(form, next)
  if (!old || !fresh) throw new ProductError('unavailable')
  const place = placeOf(document.activeElement)
  const passwords = newPasswordsOf(old)
  const files = filesOf(old)
  old.replaceChildren(...fresh.childNodes)
  for (const [name, field] of files) takeFiles(old, name, field)
  for (const [name, value] of passwords) takePassword(old, name, value)
  document.title = next.title
  document.dispatchEvent(new Event('aularium:replaced'))
  if (old.tagName === 'MAIN') wakeParts()
  announce(old)
  focusOn(old, place)
}

function partsOf(form: HTMLFormElement, next: Document) {
  const old = form.closest<HTMLElement>('[data-form-part]')
  const fresh = old && next.querySelector<HTMLElement>(`[data-form-part="${old.dataset.formPart}"]`)
  // Terms in force that are not accepted stand above everything.
  if (fresh && !next.querySelector('#terms-first')) return { old, fresh }
  return {
    old: document.querySelector<HTMLElement>('main'),
    fresh: next.querySelector<HTMLElement>('main#main'),
  }
}

function filesOf(part: HTMLElement): Map<string, HTMLInputElement> {
  const fields = [...part.querySelectorAll<HTMLInputElement>('input[type="file"]')]
  return new Map(fields.filter(({ files }) => files?.length).map((field) => [field.name, field]))
}

/** A field of files cannot be filled by script: the one that holds them takes the place of the new one. */
function takeFiles(part: HTMLElement, name: string, field: HTMLInputElement): void {
  const fresh = part.querySelector<HTMLInputElement>(`input[type="file"][name="${CSS.escape(name)}"]`)
  if (!fresh) return
  for (const state of ['aria-invalid', 'aria-describedby']) {
    const value = fresh.getAttribute(state)
    if (value === null) field.removeAttribute(state)
    else field.setAttribute(state, value)
  }
  fresh.replaceWith(field)
}

const newPassword = 'input[autocomplete="new-password"]'

function newPasswordsOf(part: HTMLElement): [name: string, value: string][] {
  return [...part.querySelectorAll<HTMLInputElement>(newPassword)].map(({ name, value }) => [name, value])
}

function takePassword(part: HTMLElement, name: string, value: string): void {
  const field = part.querySelector<HTMLInputElement>(`${newPassword}[name="${CSS.escape(name)}"]`)
  if (field && field.getAttribute('aria-invalid') !== 'true') field.value = value
}

/** Where the focus was, by the name of the control. */
function placeOf(element: Element | null): string | undefined {
  const isControl = element instanceof HTMLInputElement || element instanceof HTMLSelectElement
  return isControl && element.name !== '' ? `[name="${CSS.escape(element.name)}"]` : undefined
}

/** To what is wrong: the list of it, else the sentence, else the field. When nothing is, the focus stays where it was. */
function focusOn(part: HTMLElement, place: string | undefined): void {
  const problem = ['[data-problems]', '.notice--error', '[aria-invalid="true"]']
    .map((kind) => part.querySelector<HTMLElement>(kind))
    .find((element) => element !== null)
  const goal = problem ?? (place ? part.querySelector<HTMLElement>(place) : undefined) ?? part
  if (goal.tabIndex < 0) goal.tabIndex = -1
  goal.focus({ preventScroll: true })
  if (goal === problem) goal.scrollIntoView({ block: 'center' })
}
