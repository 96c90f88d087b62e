import { type KeepTexts, keepTyped } from '#kit/form/keep-typed.ts'
import { storeListing } from '../browser/listings-api.ts'

const lists = ['subjects', 'grades', 'schoolTypes', 'learningYears', 'curricula', 'pageAlts']
/** Of the form, but not of what is stored word by word. */
const others = new Set(['materialId', 'step', 'version', 'action', 'intent', 'fileIds', 'filePlaces'])
const woken = new WeakSet<Element>()

/** Forms about a draft store what is typed whenever its writer pauses, and when the page is left. */
export function wakeAutosave(): void {
  document.addEventListener('aularium:replaced', wakeAutosave)
  for (const status of document.querySelectorAll<HTMLElement>('[data-autosave]')) {
    const form = status.closest('form')
    if (form === null || woken.has(status)) continue
    woken.add(status)
    wake(form, status)
  }
}

function wake(form: HTMLFormElement, status: HTMLElement): void {
  const version = form.querySelector<HTMLInputElement>('input[name=version]')
  const steps = status.dataset.autosave?.split(' ') ?? []
  // Somebody who goes back: browsers put what a script had written into it again.
  if (version && status.dataset.version) version.value = status.dataset.version
  /** Of the fields whose words are no valid value yet. */
  let wrong: string[] = []

  keepTyped(form, {
    words: () => {
      if (version === null) return undefined
      return {
        materialId: Number(status.dataset.material),
        ...{ version: Number(version.value), steps, values: valuesOf(form) },
      }
    },
    store: storeListing,
    onStored(stored) {
      if (version) version.value = String(stored.version)
      wrong = Object.keys(stored.problems)
    },
    ...{ status, texts: JSON.parse(status.dataset.texts ?? '{}') as KeepTexts },
    isLacking: () => wrong.some((name) => isTyped(form, name)),
  })
  // A page that comes back out of the browser's memory is behind what was stored since.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}

function isTyped(form: HTMLFormElement, name: string): boolean {
  const control = form.elements.namedItem(name)
  const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
  return isText && control.value.trim() !== '' && control.value !== control.defaultValue
}

function valuesOf(form: HTMLFormElement): Record<string, string | string[]> {
  const data = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name.replace(/\[\]$/, ''), value] as const] : [],
  )
  const texts = data.filter(([name]) => !others.has(name) && !lists.includes(name))
  const listOf = (list: string) => data.flatMap(([name, value]) => (name === list ? [value] : []))
  return {
    ...Object.fromEntries(texts),
    ...Object.fromEntries(lists.map((name) => [name, listOf(name)])),
  }
}
