import { type KeepTexts, keepTyped } from '#kit/form/keep-typed.ts'
import { storeText } from '../../browser/texts-api.ts'

const woken = new WeakSet<Element>()

/** A text's draft is stored while it is written; without script by its button. */
export function wakeTextDesk(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-text-desk]')
  if (!form || woken.has(form)) return
  woken.add(form)
  const [, kind = '', key = ''] = /\/([a-z-]+)\/([a-z0-9-]+)$/.exec(location.pathname) ?? []
  const version = form.elements.namedItem('version') as HTMLInputElement
  keepTyped(form, {
    words: () => ({ kind, key, version: Number(version.value), words: wordsIn(form) }),
    store: storeText,
    onStored: (stored) => {
      version.value = String(stored.version)
    },
    status: form.querySelector('[data-text-state]'),
    // The rich editor tells by the field below it.
    passes: (target) => target.closest('[data-surface]') !== null,
    texts: JSON.parse(form.dataset.texts ?? '{}') as KeepTexts,
  })
  // What was typed before this script came.
  for (const control of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'))
    if (control.value !== control.defaultValue && control.type !== 'hidden')
      control.dispatchEvent(new Event('input', { bubbles: true }))
}

function wordsIn(form: HTMLFormElement): Record<string, string> {
  const other = new Set(['version', 'publishAt', 'intent'])
  return Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) =>
      other.has(name) || typeof value !== 'string' ? [] : [[name, value]],
    ),
  )
}
