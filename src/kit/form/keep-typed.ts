import { createAutosave, type DraftState } from '#platform/browser/autosave.ts'

export interface KeepTexts {
  saving: string
  /** With `{{time}}`. */
  saved: string
  unsaved: string
  failed: string
  conflict: string
}

interface Kept<W, S> {
  /** Undefined: there is nothing to store yet, or it would be public at once. */
  words: () => W | undefined
  store: (words: W) => Promise<S>
  onStored?: (stored: S) => void
  /** Where it is said what becomes of the words. */
  status: Element | null
  texts: KeepTexts
  /** Said instead of "not saved yet". */
  unsaved?: () => string | undefined
  /** A field whose typing is told by `change`, not by its own events. */
  passes?: (target: HTMLElement) => boolean
  /** Something is typed that the store does not take. */
  isLacking?: () => boolean
}

/**
 * A form whose words are stored whenever its writer pauses and when the page is left. Who leaves is warned where something
 * typed cannot be stored: the line is broken, it was refused, or it is nothing that can be stored yet.
 */
export function keepTyped<W, S>(form: HTMLFormElement, kept: Kept<W, S>) {
  const { status, texts } = kept
  let isOver = false
  let isRefused = false
  let isLeaving = false

  function show(state: DraftState): void {
    isRefused = state.kind === 'refused' || (isRefused && state.kind !== 'saved')
    // Another window has written: whoever saves here decides which words count.
    if (state.kind === 'refused' && state.code === 'conflict') isOver = true
    if (status) status.textContent = wordsOf(state)
  }

  function wordsOf(state: DraftState): string {
    if (state.kind === 'saving') return texts.saving
    if (state.kind === 'saved') {
      const time = state.at.toLocaleTimeString(document.documentElement.lang, { timeStyle: 'short' })
      return texts.saved.replace('{{time}}', time)
    }
    if (state.kind === 'refused') return state.code === 'conflict' ? texts.conflict : texts.failed
    return kept.unsaved?.() ?? texts.unsaved
  }

  const save = createAutosave({
    words: () => (isOver ? undefined : kept.words()),
    store: kept.store,
    onStored: (stored: S) => kept.onStored?.(stored),
    onState: show,
  })
  const change = () => {
    isLeaving = false
    if (!isOver) save.change()
  }
  form.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLElement) || target.getAttribute('type') === 'file') return
    if (!kept.passes?.(target)) change()
  })
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
  // Who goes elsewhere may not come back: what is typed goes out at once.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && !isLeaving && form.isConnected) save.now()
  })
  window.addEventListener('beforeunload', (event) => {
    if (isLeaving || !form.isConnected) return
    const isStored = !save.isBehind() && kept.isLacking?.() !== true
    const canGo = !isOver && !isRefused && navigator.onLine && kept.words() !== undefined
    if (isStored || (canGo && kept.isLacking?.() !== true)) return
    event.preventDefault()
  })
  return { change, stop: save.stop }
}
