import { useEffect, useRef, useState } from 'react'
import { keepUnsaved, saveDraft, storedDraft, unsavedDraft } from '#exercises/browser/unit-draft.ts'
import type { EditorDraft } from './contract.ts'
import { type Draft, type RefusedField, refusedFields, writable } from './draft.ts'

/** What is waited for after the last key. */
const pauseMs = 1500

export type SaveState = 'saved' | 'saving' | 'unsaved' | 'refused'

interface UnsavedDraft {
  revision: number
  draft: Draft
}

/**
 * Saves a draft a moment after it was changed, over the revision it began with. What is not saved is kept in this browser.
 * `onReplace`: another draft takes the place of the one that is open; `isChosen`: somebody decided so, and may undo it.
 */
export function useAutosave(
  first: EditorDraft,
  draft: Draft,
  onReplace: (draft: Draft, isChosen: boolean) => void,
) {
  const [state, setState] = useState<SaveState>('saved')
  const [unfinished, setUnfinished] = useState<readonly string[]>(first.unfinished)
  const [unmet, setUnmet] = useState<readonly string[]>([])
  const [missing, setMissing] = useState<readonly string[]>(first.missing)
  const [telling, setTelling] = useState(first.telling)
  const [refused, setRefused] = useState<readonly RefusedField[]>([])
  const [theirs, setTheirs] = useState<EditorDraft>()
  const [isRestored, setRestored] = useState(false)
  const [saved, setSaved] = useState(draft)
  const wasChanged = useRef(false)
  const revision = useRef(first.revision)
  const newest = useRef(draft)
  const savedDraft = useRef(draft)
  const running = useRef<Promise<void> | undefined>(undefined)
  const replace = useRef(onReplace)
  newest.current = draft
  replace.current = onReplace
  const opened = useRef(first)
  const { id } = first

  async function saveOnce(): Promise<void> {
    const sent = newest.current
    setState('saving')
    const answer = await saveDraft(id, { ...writable(sent), revision: revision.current })
    if (answer === 'conflict') {
      setTheirs(await storedDraft<EditorDraft>(id).catch(() => undefined))
      return setState('unsaved')
    }
    if (answer === 'unsaved') return setState('unsaved')
    if ('refused' in answer) {
      setRefused(refusedFields(sent, answer.refused))
      return setState('refused')
    }
    setRefused([])
    revision.current = answer.revision
    savedDraft.current = sent
    // What was changed, or undone, since it was sent is looked at again.
    setSaved(sent)
    setUnfinished(answer.unfinished)
    setUnmet(answer.unmet)
    setMissing(answer.missing)
    setTelling(answer.telling)
    const isNewest = newest.current === sent
    setState(isNewest ? 'saved' : 'unsaved')
    await keepUnsaved(id, isNewest ? undefined : { revision: answer.revision, draft: newest.current })
  }

  /** Saves what is not saved yet; one save at a time. */
  function save(): Promise<void> {
    const before = running.current
    if (before)
      return before.then(() => (newest.current === savedDraft.current ? undefined : saver.current()))
    running.current = saveOnce().finally(() => {
      running.current = undefined
    })
    return running.current
  }
  const saver = useRef(save)
  saver.current = save

  useEffect(() => {
    void unsavedDraft<UnsavedDraft>(id).then(async (unsaved) => {
      if (!unsaved) return
      if (unsaved.revision !== revision.current)
        // Without a network, the one this page came with: what is kept here must not go over it unasked.
        setTheirs(await storedDraft<EditorDraft>(id).catch(() => opened.current))
      replace.current(unsaved.draft, false)
      setRestored(true)
    })
  }, [id])

  useEffect(() => {
    if (theirs) return
    if (draft === saved) {
      // Undone before it was saved: nothing is left to save, and nothing to bring back later.
      if (!wasChanged.current || running.current) return
      wasChanged.current = false
      setState('saved')
      void keepUnsaved(id, undefined)
      return
    }
    wasChanged.current = true
    setState('unsaved')
    void keepUnsaved(id, { revision: revision.current, draft })
    const pause = setTimeout(() => void saver.current(), pauseMs)
    return () => clearTimeout(pause)
  }, [draft, id, theirs, saved])

  // A form of the page is sent when what it is about is saved.
  useEffect(() => {
    const handleSubmit = (event: SubmitEvent) => {
      const form = event.target as HTMLFormElement
      if (newest.current === savedDraft.current || form.method !== 'post') return
      event.preventDefault()
      void saver.current().then(() => {
        if (newest.current === savedDraft.current) form.requestSubmit(event.submitter)
      })
    }
    const handleLeave = () => {
      if (document.visibilityState === 'hidden' && newest.current !== savedDraft.current) void saver.current()
    }
    document.addEventListener('submit', handleSubmit)
    document.addEventListener('visibilitychange', handleLeave)
    addEventListener('online', handleLeave)
    return () => {
      document.removeEventListener('submit', handleSubmit)
      document.removeEventListener('visibilitychange', handleLeave)
      removeEventListener('online', handleLeave)
    }
  }, [])

  /** Whose version goes on when two were changed. */
  function settle(whose: 'mine' | 'theirs'): void {
    if (!theirs) return
    revision.current = theirs.revision
    setTheirs(undefined)
    if (whose === 'mine') return void saver.current()
    savedDraft.current = theirs
    setSaved(theirs)
    void keepUnsaved(id, undefined)
    replace.current(theirs, true)
    setState('saved')
  }

  return { state, unfinished, unmet, missing, telling, refused, theirs, isRestored, save, settle }
}
