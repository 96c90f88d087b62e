import { sayUnreached } from './unreached.ts'
import { withoutCode } from './without-code.ts'

/** Sent by a script of their own. */
const others = '[data-logout], :has([data-favorite], [data-follow])'

/**
 * Every form that posts to a page of ours is sent by script (send-form.ts): what is refused is shown in place with all that
 * was typed and chosen, files included, and without network nobody ends at an error page. Fetched when somebody is about
 * to use a form.
 */
export function delegateForms(): void {
  for (const signal of ['focusin', 'pointerdown'] as const)
    document.addEventListener(signal, prefetch, { passive: true })
  document.addEventListener('submit', handleSubmit)
  document.addEventListener('change', handleChange)
}

function prefetch(event: Event): void {
  const form = event.target instanceof Element ? event.target.closest('form') : null
  if (!form || !isOurs(form)) return
  document.removeEventListener('focusin', prefetch)
  document.removeEventListener('pointerdown', prefetch)
  void import('./send-form.ts').catch(() => undefined)
}

/** `<select data-sends="choose-country">`: choosing presses the button of that intent, or the form's own one without. */
function handleChange({ target }: Event): void {
  if (!(target instanceof HTMLSelectElement) || target.dataset.sends === undefined) return
  const { form, dataset } = target
  form?.requestSubmit(form.querySelector<HTMLElement>(`button[value="${dataset.sends}"]`))
}

function handleSubmit(event: SubmitEvent): void {
  const { target: form, submitter } = event
  if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return
  if (form.getAttribute('method') !== 'post') stayOffline(event, form, submitter)
  if (!isOurs(form)) return
  event.preventDefault()
  send(form, submitter)
}

function send(form: HTMLFormElement, submitter: HTMLElement | null): void {
  void import('./send-form.ts').then(
    ({ sendForm }) => sendForm(form, submitter),
    () => withoutCode(form, submitter, () => send(form, submitter)),
  )
}

/** A search without network would leave the page for nothing. */
function stayOffline(event: SubmitEvent, form: HTMLFormElement, submitter: HTMLElement | null): void {
  if (navigator.onLine || form.method === 'dialog') return
  event.preventDefault()
  sayUnreached(() => form.requestSubmit(submitter))
}

/** `form.action` may be a control of that name. */
function isOurs(form: HTMLFormElement): boolean {
  if (form.getAttribute('method') !== 'post' || form.matches(others) || form.hasAttribute('target'))
    return false
  const { origin, pathname } = new URL(form.getAttribute('action') ?? '', location.href)
  return origin === location.origin && !/^\/(?:api|files)\//.test(pathname)
}
