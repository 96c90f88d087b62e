import { createAutosave, type DraftState } from '#platform/browser/autosave.ts'

export interface KeepTexts {
  saving: string
  /** With `{{time}}`. */
  saved: string
  unsaved: string
  failed: string
  conflict: string
  /** Asked before what cannot be stored is left behind. */
  leave: string
}

interface Keeping<W, S> {
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
export function keepTyped<W, S>(form: HTMLFormElement, options: Keeping<W, S>) {
  const { status, texts } = options
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
    return options.unsaved?.() ?? texts.unsaved
  }

  const save = createAutosave({
    words: () => (isOver ? undefined : options.words()),
    store: options.store,
    onStored: (stored: S) => options.onStored?.(stored),
    onState: show,
  })
  const change = () => {
    isLeaving = false
    if (!isOver) save.change()
  }
  form.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLElement) || target.getAttribute('type') === 'file') return
    if (!options.passes?.(target)) change()
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
  // The browser's own question would keep the page out of its memory of pages: links of the page ask themselves.
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || !isElsewhere(link)) return
    const isLacking = options.isLacking?.() === true
    const canStore = !isOver && !isRefused && navigator.onLine && options.words() !== undefined
    const isSafe = isLeaving || !form.isConnected || (!isLacking && (!save.isBehind() || canStore))
    if (!isSafe && !window.confirm(texts.leave)) event.preventDefault()
  })
  return { change, stop: save.stop }
}

function isElsewhere(link: HTMLAnchorElement): boolean {
  const isSamePage =
    link.pathname === location.pathname && link.search === location.search && link.hash !== ''
  return link.target !== '_blank' && !link.hasAttribute('download') && !isSamePage
}
