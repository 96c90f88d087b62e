import { type KeyboardEvent, useId } from 'react'
import { say, type Texts } from '#exercises/player/state/contract.ts'
import { ElementFields } from './ElementFields.tsx'
import { Handle } from './fields/Handle.tsx'
import { SmallButton } from './fields/SmallButton.tsx'
import { SwitchGame } from './SwitchGame.tsx'
import { type EditorType, nameOf } from './state/contract.ts'
import type { Change, Draft, DraftElement } from './state/draft.ts'
import { stepTo } from './state/draft.ts'
import { focusSoon, nameOfCard } from './state/focus.ts'
import type { DragHandle } from './state/use-drag.ts'

interface Props {
  draft: Draft
  element: DraftElement
  type: EditorType | undefined
  isOpen: boolean
  /** Fields that must be filled before publishing; none are marked while the task is still empty. */
  gaps: readonly string[]
  texts: Texts
  onToggle: () => void
  /** Goes on at one of its fields. */
  onField: (field: string) => void
  onChange: (change: Change) => void
  onRemove: () => void
  onDuplicate: () => void
  announce: (text: string) => void
  handle: DragHandle
}

/** An element in the list: its name, what can be done with it, and, when it is open, its fields. */
export function ElementCard(props: Props) {
  const { draft, element, type, isOpen, gaps, texts, onToggle, onChange, announce } = props
  const fields = useId()
  const typeName = say(texts, `type.${element.type}`)
  const name = nameOf(element.prompt, typeName)

  function move(by: -1 | 1): void {
    const to = stepTo(draft, element.id, by)
    if (!to) return
    onChange({ kind: 'move', id: element.id, ...to })
    announce(say(texts, 'moved', { name, place: to.at + 1 }))
    // It is rendered again after a move to another page.
    focusSoon(() => nameOfCard(element.id))
  }

  function handleKey(event: KeyboardEvent): void {
    if (!event.altKey || !['ArrowUp', 'ArrowDown'].includes(event.key)) return
    event.preventDefault()
    move(event.key === 'ArrowUp' ? -1 : 1)
  }

  return (
    <>
      <div className="edit-card__head">
        <Handle what={{ kind: 'element', id: element.id }} handle={props.handle} />
        <button
          type="button"
          className="edit-card__name"
          aria-expanded={isOpen}
          aria-controls={fields}
          onClick={onToggle}
          onKeyDown={handleKey}
        >
          {name} <span className="soft small">{typeName}</span>
        </button>
      </div>
      {gaps.length > 0 && (
        <p className="actions small">
          {say(texts, 'stillMissing')}
          {gaps.map((field) => (
            <button key={field} type="button" className="link-like" onClick={() => props.onField(field)}>
              {say(texts, `field.${field}`)}
            </button>
          ))}
        </p>
      )}
      <div className="actions">
        <SmallButton
          aria-label={say(texts, 'upNamed', { name })}
          aria-disabled={!stepTo(draft, element.id, -1)}
          onClick={() => move(-1)}
          onKeyDown={handleKey}
        >
          ↑
        </SmallButton>
        <SmallButton
          aria-label={say(texts, 'downNamed', { name })}
          aria-disabled={!stepTo(draft, element.id, 1)}
          onClick={() => move(1)}
          onKeyDown={handleKey}
        >
          ↓
        </SmallButton>
        <SmallButton onClick={props.onDuplicate}>
          {say(texts, 'duplicate')}
          <span className="hide-visually">: {name}</span>
        </SmallButton>
        <SmallButton onClick={props.onRemove}>
          {say(texts, 'remove')}
          <span className="hide-visually">: {name}</span>
        </SmallButton>
      </div>
      <div id={fields} hidden={!isOpen}>
        {isOpen && type && (
          <div className="column">
            <ElementFields
              element={element}
              type={type}
              texts={texts}
              onChange={(change) => onChange({ kind: 'element', id: element.id, change })}
            />
            <SwitchGame element={element} texts={texts} onChange={onChange} announce={announce} />
          </div>
        )}
      </div>
    </>
  )
}
