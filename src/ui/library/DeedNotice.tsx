import '../kit/button.css'
import '../kit/notice.css'
import { useEffect, useRef } from 'react'
import { $deed, type Deed, undo } from '#browser/stores/library.ts'
import { Icon } from '../kit/Icon.tsx'
import type { LibraryMessages } from './types.ts'

interface Props {
  deed: Deed
  text: string
  messages: LibraryMessages
}

/** What was done last, and the way back. It is heard by the page's live region, and stays until something else is done. */
export function DeedNotice({ deed, text, messages }: Props) {
  const box = useRef<HTMLDivElement>(null)

  // Its button goes when it is pressed: the keyboard stays at what it says.
  useEffect(() => {
    if (deed.isUndo && document.activeElement === document.body) box.current?.focus()
  }, [deed])

  function handleUndo(): void {
    box.current?.focus()
    void undo()
  }

  return (
    <div className="notice notice--success deed" ref={box} tabIndex={-1}>
      <Icon name="check" />
      <p>{text}</p>
      {deed.undo && !deed.isUndo && (
        <button className="button" type="button" onClick={handleUndo}>
          {messages.undo}
        </button>
      )}
      <button
        className="button button--plain"
        type="button"
        aria-label={messages.close}
        onClick={() => $deed.set(undefined)}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}
