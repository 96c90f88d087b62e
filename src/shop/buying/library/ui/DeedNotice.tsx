import '#kit/action/button.css'
import '#kit/notice/notice.css'
import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { Icon } from '#kit/media/Icon.tsx'
import type { ShownLibrary } from '../browser/library.ts'
import { $deed, undo } from '../browser/library-moves.ts'
import type { Words } from './types.ts'
import { undoMessage } from './undo-message.ts'

interface Props {
  list: Pick<ShownLibrary, 'folders' | 'items'>
  words: Words
  /** What is to be heard. */
  onSay: (text: string) => void
}

/** What was done last, and the way back. It stays until something else is done, or it is closed. */
export function DeedNotice({ list, words, onSay }: Props) {
  const { messages } = words
  const deed = useStore($deed)
  const box = useRef<HTMLDivElement>(null)
  const text = deed ? undoMessage(deed, list, words) : ''

  useEffect(() => onSay(text), [onSay, text])

  if (!deed) return null

  /** Its button goes when it is pressed: the keyboard stays at what it says. */
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
