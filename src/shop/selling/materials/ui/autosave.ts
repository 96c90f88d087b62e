import { createAutosave, type DraftState, storeListing } from '../browser/listing-draft.ts'

interface Texts {
  saving: string
  saved: string
  unsaved: string
  failed: string
  conflict: string
}

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
  const texts = JSON.parse(status.dataset.texts ?? '{}') as Texts
  const version = form.querySelector<HTMLInputElement>('input[name=version]')
  const steps = status.dataset.autosave?.split(' ') ?? []
  // Somebody who goes back: browsers put what a script had written into it again.
  if (version && status.dataset.version) version.value = status.dataset.version
  let isOver = false

  function show(state: DraftState): void {
    // Another window has written: whoever saves here decides which words count.
    if (state.kind === 'refused' && state.code === 'conflict') isOver = true
    status.textContent = wordsOf(state, texts)
  }

  const save = createAutosave({
    words: () => {
      if (isOver || version === null) return undefined
      return {
        materialId: Number(status.dataset.material),
        ...{ version: Number(version.value), steps, values: valuesOf(form) },
      }
    },
    store: storeListing,
    onStored(stored) {
      if (version) version.value = String(stored.version)
    },
    onState: show,
  })
  form.addEventListener('input', ({ target }) => {
    const isText = target instanceof HTMLElement && target.getAttribute('type') !== 'file'
    if (isText && !isOver) save.change()
  })
  let isLeaving = false
  form.addEventListener(
    'submit',
    (event) => {
      isLeaving = true
      if (!save.isFlying()) return void save.stop()
      // The form has to know the version that is just being stored.
      event.preventDefault()
      event.stopImmediatePropagation()
      void save.stop().then(() => form.requestSubmit(event.submitter))
    },
    { capture: true },
  )
  // A page that comes back out of the browser's memory is behind what was stored since.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && !isLeaving) save.now()
  })
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

function wordsOf(state: DraftState, texts: Texts): string {
  if (state.kind === 'saving') return texts.saving
  if (state.kind === 'saved') {
    const time = state.at.toLocaleTimeString(document.documentElement.lang, { timeStyle: 'short' })
    return texts.saved.replace('{{time}}', time)
  }
  if (state.kind === 'refused') return state.code === 'conflict' ? texts.conflict : texts.failed
  return texts.unsaved
}
