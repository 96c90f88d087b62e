import { type RefObject, useEffect, useRef } from 'react'

/** What was chosen last in a field: buttons and inputs beside it take the focus, some browsers the selection with it. */
export function useSelection(field: RefObject<HTMLElement | null>) {
  const last = useRef<Range>(undefined)

  useEffect(() => {
    const handleChange = () => {
      const range = chosenIn(field.current)
      if (range) last.current = range.cloneRange()
    }
    document.addEventListener('selectionchange', handleChange)
    return () => document.removeEventListener('selectionchange', handleChange)
  }, [field])

  /** Focuses the field and chooses that again; at its end where nothing was chosen. */
  function restore(): Range | undefined {
    const element = field.current
    if (!element) return undefined
    // Browsers tell of a change only a moment later: what is still chosen goes first.
    const chosen = chosenIn(element) ?? last.current
    element.focus()
    const range = chosen && element.contains(chosen.commonAncestorContainer) ? chosen : endOf(element)
    const selection = getSelection()
    selection?.removeAllRanges()
    selection?.addRange(range)
    return range
  }

  return restore
}

function chosenIn(element: HTMLElement | null): Range | undefined {
  const selection = getSelection()
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined
  return range && element?.contains(range.commonAncestorContainer) ? range : undefined
}

function endOf(element: HTMLElement): Range {
  const range = document.createRange()
  range.selectNodeContents(element)
  range.collapse(false)
  return range
}
