import { useCallback, useEffect, useState } from 'react'
import { conditionCount } from '#exercises/model/pages/pages.ts'
import type { Change, Draft } from './draft.ts'
import { begin, changed, type History, redone, replaced, undone } from './history.ts'

/** A draft while it is changed, with what was just taken away or opened, and undo and redo wherever the focus is on the page. */
export function useHistory(first: Draft) {
  const [history, setHistory] = useState<History>(() => begin(first))
  const [removed, setRemoved] = useState<string>()
  const [hasOpened, setOpened] = useState(false)
  const draft = history.now
  const handleReplace = useCallback(
    (next: Draft, isChosen: boolean) =>
      setHistory((before) => (isChosen ? replaced(before, next) : begin(next))),
    [],
  )

  function handleChange(change: Change): void {
    setRemoved(undefined)
    const next = changed(history, change)
    const isFreed = change.kind !== 'pageRules' && conditionCount(next.now) < conditionCount(draft)
    setOpened(isFreed && next.now.pages.length === draft.pages.length)
    setHistory((before) => changed(before, change))
  }

  function handleUndo(): void {
    setRemoved(undefined)
    setHistory(undone)
  }

  const handleRedo = () => setHistory(redone)

  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase()
      // Shift and Z everywhere, Y as Windows has it.
      const isRedo = (key === 'z' && event.shiftKey) || (key === 'y' && event.ctrlKey)
      if (!(event.ctrlKey || event.metaKey) || event.altKey || !(key === 'z' || isRedo)) return
      event.preventDefault()
      setHistory(isRedo ? redone : undone)
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])

  return { history, removed, setRemoved, hasOpened, handleChange, handleReplace, handleUndo, handleRedo }
}
