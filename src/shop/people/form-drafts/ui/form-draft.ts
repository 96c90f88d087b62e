import { type KeepTexts, keepTyped } from '#kit/form/keep-typed.ts'
import { dropDraft, storeDraft } from '../browser/drafts-api.ts'

type Texts = KeepTexts & Record<'restored' | 'discard' | 'discarded' | 'bringBack', string>

const woken = new WeakSet<Element>()

/** Forms of members keep what is typed until it is sent; what was kept is put back in and can be thrown away. */
export function wakeFormDrafts(): void {
  document.addEventListener('aularium:replaced', wakeFormDrafts)
  for (const status of document.querySelectorAll<HTMLElement>('[data-form-draft]')) {
    const form = status.closest('form')
    if (form === null || woken.has(status)) continue
    woken.add(status)
    wake(form, status)
  }
}

function wake(form: HTMLFormElement, status: HTMLElement): void {
  const texts = JSON.parse(status.dataset.texts ?? '{}') as Texts
  const target = { form: status.dataset.formDraft ?? '', subject: status.dataset.subject ?? '' }
  const stored = status.dataset.stored
  if (stored) offer(form, { ...target, fields: JSON.parse(stored) as Record<string, string[]> }, texts)
  keepTyped(form, {
    words: () => ({ ...target, fields: typedInto(form) }),
    store: storeDraft,
    ...{ status, texts },
  })
}

function offer(
  form: HTMLFormElement,
  draft: { form: string; subject: string; fields: Record<string, string[]> },
  texts: Texts,
): void {
  const template = form.querySelector<HTMLTemplateElement>('[data-form-draft-notice]')
  const notice = (template?.content.cloneNode(true) as DocumentFragment | undefined)?.firstElementChild
  const [words, button] = [notice?.querySelector('[data-words]'), notice?.querySelector('button')]
  if (!notice || !words || !button) return
  let isIn = false
  const put = () => {
    fillIn(form, draft.fields)
    isIn = true
    words.textContent = texts.restored
    button.textContent = texts.discard
  }
  put()
  form.prepend(notice)
  button.addEventListener('click', () => {
    if (isIn) {
      form.reset()
      form.dispatchEvent(new CustomEvent('aularium:filled'))
      isIn = false
      words.textContent = texts.discarded
      button.textContent = texts.bringBack
      void dropDraft(draft)
    } else {
      put()
      void storeDraft(draft)
    }
  })
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** What decides which words count stays with them: whoever changed the same thing elsewhere is told at sending. */
const carried = new Set(['version', 'uploads'])
const never = new Set(['file', 'password', 'submit', 'button', 'reset', 'image'])

/** What stands in the controls of a form, by their names; a name none of whose boxes is ticked has an empty list. */
function typedInto(form: HTMLFormElement): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const control of controlsOf(form)) {
    fields[control.name] ??= []
    if (isBox(control) && !control.checked) continue
    fields[control.name]?.push(control.value)
  }
  return fields
}

/** Puts words back into the controls they were typed into; what is typed since stays where a name is unknown. */
function fillIn(form: HTMLFormElement, fields: Readonly<Record<string, readonly string[]>>): void {
  const places = new Map<string, number>()
  for (const control of controlsOf(form)) {
    const values = fields[control.name]
    if (values === undefined) continue
    const before = isBox(control) ? control.checked : control.value
    if (isBox(control)) control.checked = values.includes(control.value)
    else {
      const at = places.get(control.name) ?? 0
      places.set(control.name, at + 1)
      control.value = values[at] ?? control.value
    }
    const after = isBox(control) ? control.checked : control.value
    if (before !== after) control.dispatchEvent(new Event('change', { bubbles: true }))
  }
  form.dispatchEvent(new CustomEvent('aularium:filled'))
}

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (element): element is Control =>
      (element instanceof HTMLInputElement ||
        element instanceof HTMLTextAreaElement ||
        element instanceof HTMLSelectElement) &&
      element.name !== '' &&
      !never.has(element.type) &&
      // Also while it is shown.
      !/password$/.test(element.autocomplete) &&
      (element.type !== 'hidden' || carried.has(element.name)),
  )
}

function isBox(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox' || control.type === 'radio'
}
