import { isInApp, pageHasTrait, pageWorld } from '#platform/browser/page.ts'
import { consentInit } from '#platform/limits.ts'
import { hasAnswered } from '../browser/consent.ts'
import type { ConsentQuestion } from '../rules/contract.ts'

/** What waiting for the right moment needs of a browser; tests bring their own. */
export interface Moment {
  load: () => Promise<ConsentQuestion>
  /** Nobody is typing, and no dialog is open. */
  isFree: () => boolean
  pause: (ms: number) => Promise<void>
}

const here: Moment = {
  load: readQuestion,
  isFree: () =>
    document.querySelector('dialog[open]') === null &&
    !(document.activeElement instanceof HTMLElement && isTypedIn(document.activeElement)),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

/**
 * Specification 4 and 9: the question once its country is known and nobody is in the middle of something, looked for every second, ten
 * times at most; undefined where the country asks for none, or the moment did not come. The next page tries again.
 */
export async function dueQuestion({
  load,
  isFree,
  pause,
}: Moment = here): Promise<ConsentQuestion | undefined> {
  for (let turn = 0; turn < consentInit.tries; turn++) {
    if (turn > 0) await pause(consentInit.everyMs)
    if (!isFree()) continue
    const question = await load().catch(() => undefined)
    if (question) return question.isAsked && isFree() ? question : undefined
  }
  return undefined
}

/** Whether the page may ask at all: not on terms and imprint, not in the app, not twice (specification 4). */
export function mayAsk(): boolean {
  return !hasAnswered() && !pageHasTrait('no-consent') && !isInApp()
}

/** Asks, and resolves once the visitor has chosen; at once where nothing is asked. */
export async function askForConsent(): Promise<void> {
  const question = await dueQuestion()
  if (!question) return
  const { showConsent } = await import('./banner.ts')
  await showConsent(question, (categories) => sendChoice(question.action, categories))
}

/** Without the transport of the other calls: it would give a stranger a number just to hear their no. */
async function readQuestion(): Promise<ConsentQuestion> {
  const answer = await fetch(`/api/v3/consent?world=${encodeURIComponent(pageWorld())}`)
  if (!answer.ok) throw new Error(`consent: ${answer.status}`)
  return answer.json()
}

/** As the form of the page does it, without going there. */
async function sendChoice(action: string, categories: readonly string[]): Promise<void> {
  const fields = [['intent', 'choose-consent'], ...categories.map((each) => ['categories', each])]
  await fetch(action, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
}

function isTypedIn(element: HTMLElement): boolean {
  return element.isContentEditable || /^(input|textarea|select)$/i.test(element.tagName)
}
