import { letErrorsLeave } from '#kit/form/leaving-errors.ts'
import { showFailure } from '#platform/browser/toasts.ts'
import { ProductError } from '#platform/errors.ts'
import { type FormAnswer, scriptedFormHeader } from '#platform/rules/web/scripted-form.ts'
import { showAnswer } from './form-answer.ts'
import { sayUnreached } from './unreached.ts'

interface Sending {
  submitter: HTMLElement | null
  stop: AbortController
  rest: () => void
}

letErrorsLeave()

/** Being sent: a second press is the same wish, unless what is under way may be left. */
const underWay = new WeakMap<HTMLFormElement, Sending>()

/** A control that submits on change may have changed again meanwhile; a preview needs no answer. */
const mayBeLeft = '.without-script, [data-only-shows]'

/** Posts a form of a page and stays, unless the answer leads on. */
export async function sendForm(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const before = underWay.get(form)
  if (before && !before.submitter?.closest(mayBeLeft)) return
  before?.stop.abort()
  before?.rest()
  const rest = showBusy(submitter)
  const mine = { submitter, stop: new AbortController(), rest }
  underWay.set(form, mine)
  const again = () => void sendForm(form, submitter)
  try {
    const answer = await post(form, submitter, mine.stop.signal)
    if (typeof answer === 'string') showAnswer(form, answer)
    else if ('redirect' in answer) {
      if (follow(form, answer.redirect)) return
    } else await sayRefused(new ProductError(answer.error.code), again)
  } catch (error) {
    if (mine.stop.signal.aborted) return
    if (error instanceof ProductError) await sayRefused(error, again)
    else sayUnreached(again)
  } finally {
    if (underWay.get(form) === mine) underWay.delete(form)
  }
  rest()
}

/** A page, or what the front controller tells a script. @throws TypeError without network, ProductError for anything else */
async function post(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  signal: AbortSignal,
): Promise<string | FormAnswer> {
  const action = submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? ''
  const answer = await fetch(new URL(action, location.href), {
    method: 'POST',
    headers: { [scriptedFormHeader]: '1' },
    body: bodyOf(form, submitter),
    signal,
  })
  const type = answer.headers.get('content-type') ?? ''
  const text = await answer.text()
  if (signal.aborted) throw signal.reason
  if (type.startsWith('application/json')) return JSON.parse(text) as FormAnswer
  if (type.startsWith('text/html')) return text
  throw new ProductError('unavailable')
}

function bodyOf(form: HTMLFormElement, submitter: HTMLElement | null): FormData | URLSearchParams {
  const data = new FormData(form)
  if (submitter instanceof HTMLButtonElement && submitter.name !== '')
    data.append(submitter.name, submitter.value)
  if (form.getAttribute('enctype') === 'multipart/form-data') return data
  const pairs = [...data].map(([name, value]) => [name, typeof value === 'string' ? crlf(value) : value.name])
  return new URLSearchParams(pairs as [string, string][])
}

/** As browsers send what was typed in several lines. */
function crlf(text: string): string {
  return text.replace(/\r\n|\r|\n/g, '\r\n')
}

/** Goes where the answer leads; false when that is a sentence on this very page, which is shown. */
function follow(form: HTMLFormElement, redirect: string): boolean {
  const goal = new URL(redirect, location.href)
  const isHere = goal.pathname + goal.search === location.pathname + location.search
  const notice =
    isHere && form.hasAttribute('data-stays') ? document.getElementById(goal.hash.slice(1)) : null
  if (notice) {
    confirmHere(form, notice)
    return false
  }
  if (isHere) {
    history.replaceState(history.state, '', goal)
    // The reloaded part keeps its scroll position, which is seldom where the message stands.
    if (goal.hash) history.scrollRestoration = 'manual'
    location.reload()
  } else location.assign(goal)
  return true
}

/** It worked, and the page has the words for it. */
function confirmHere(form: HTMLFormElement, notice: HTMLElement): void {
  form.reset()
  const fold = form.closest('details')
  if (fold) fold.open = false
  // Only a change of the address shows it (kit/notice/target-notice.css), also for the second time.
  history.replaceState(history.state, '', location.pathname + location.search)
  location.hash = notice.id
  notice.tabIndex = -1
  notice.focus()
}

async function sayRefused(error: ProductError, retry: () => void): Promise<void> {
  await import('#kit/visitor/personal.ts')
  showFailure({ error, subject: 'form', unchanged: 'unavailable', retry })
}

/** Says that the press counted. Not `disabled`: that would throw the keyboard's focus away. */
function showBusy(submitter: HTMLElement | null): () => void {
  if (!submitter) return () => undefined
  const { busy } = submitter.dataset
  const before = [...submitter.childNodes]
  submitter.setAttribute('aria-disabled', 'true')
  if (busy) submitter.textContent = busy
  function rest(): void {
    submitter?.removeAttribute('aria-disabled')
    if (busy) submitter?.replaceChildren(...before)
  }
  // The page may be left and come back to.
  addEventListener('pageshow', rest, { once: true })
  return rest
}
