import { say, type Texts } from '#exercises/player/state/contract.ts'
import { SmallButton } from './fields/SmallButton.tsx'
import type { History } from './state/history.ts'

interface Props {
  history: History
  isPreview: boolean
  /** How far the draft is saved: a name of a text. */
  state: string
  texts: Texts
  onUndo: () => void
  onRedo: () => void
  onPreview: () => void
}

/** Undo, redo and preview, and how far everything is saved. */
export function DeskBar({ history, isPreview, state, texts, onUndo, onRedo, onPreview }: Props) {
  return (
    <div className="actions edit-bar">
      <SmallButton aria-disabled={history.past.length === 0} onClick={onUndo}>
        {say(texts, 'undo')}
      </SmallButton>
      <SmallButton aria-disabled={history.future.length === 0} onClick={onRedo}>
        {say(texts, 'redo')}
      </SmallButton>
      <SmallButton aria-pressed={isPreview} onClick={onPreview}>
        {say(texts, isPreview ? 'backToEditor' : 'preview')}
      </SmallButton>
      <span className="soft small" role="status">
        {say(texts, state)}
      </span>
    </div>
  )
}
