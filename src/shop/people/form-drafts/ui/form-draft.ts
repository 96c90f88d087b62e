import { type KeepTexts, keepTyped } from '#kit/form/keep-typed.ts'
import { dropDraft, storeDraft } from '../browser/drafts-api.ts'
import { fillIn, typedInto } from './typed-into.ts'

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
