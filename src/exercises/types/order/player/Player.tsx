import { type KeyboardEvent, useRef } from 'react'
import type { Widget } from '#exercises/model/task/widget.ts'
import { NativeWidget } from '#exercises/player/native/NativeWidget.tsx'
import { labelled, ThingSound, ThingText } from '#exercises/player/native/ThingText.tsx'
import { type AnswerProps, say } from '#exercises/player/state/contract.ts'
import { moved, orderOf, placesOf } from './order.ts'

/** Things that are brought into an order: by their buttons, by Alt and an arrow, or by dragging. */
export function Player(props: AnswerProps) {
  return props.element.widgets.map((widget) =>
    widget.kind === 'rows' ? (
      <Ordered key={widget.kind} {...props} widget={widget} />
    ) : (
      <NativeWidget key={widget.kind} {...props} id={props.element.id} widget={widget} />
    ),
  )
}

function Ordered({
  widget: { rows },
  answers,
  onAnswers,
  isLocked,
  texts,
  announce,
}: AnswerProps & { widget: Extract<Widget, { kind: 'rows' }> }) {
  const list = useRef<HTMLOListElement>(null)
  const dragged = useRef<number | undefined>(undefined)
  const order = orderOf(labelled(rows, texts), answers)

  function move(from: number, to: number): void {
    const thing = order[from]
    if (isLocked || thing === undefined || to < 0 || to >= order.length || to === from) return
    onAnswers(placesOf(moved(order, from, to)))
    announce(say(texts, 'moved', { name: thing.text, place: to + 1, count: order.length }))
  }

  function handleKey(event: KeyboardEvent, at: number): void {
    if (!event.altKey || !['ArrowUp', 'ArrowDown'].includes(event.key)) return
    event.preventDefault()
    move(at, at + (event.key === 'ArrowUp' ? -1 : 1))
  }

  /** Which line the pointer is over. */
  function lineAt(y: number): number {
    const lines = [...(list.current?.children ?? [])]
    const at = lines.findIndex((line) => y < line.getBoundingClientRect().bottom)
    return at < 0 ? lines.length - 1 : at
  }

  return (
    <>
      <p className="soft small">{say(texts, 'howOrder')}</p>
      <ol className="ordered" ref={list}>
        {order.map(({ name, text, picture, ...heard }, at) => (
          <li key={name} className="ordered__line">
            <span
              className="ordered__handle"
              aria-hidden="true"
              onPointerDown={({ pointerId, currentTarget }) => {
                if (isLocked) return
                dragged.current = at
                currentTarget.setPointerCapture(pointerId)
              }}
              onPointerUp={({ clientY }) => {
                if (dragged.current !== undefined) move(dragged.current, lineAt(clientY))
                dragged.current = undefined
              }}
            >
              {at + 1}
            </span>
            <span className="ordered__text">
              <ThingText text={text} picture={picture} />
              <ThingSound thing={heard} place={heard.place} texts={texts} />
            </span>
            {!isLocked &&
              ([-1, 1] as const).map((by) => (
                <button
                  key={by}
                  type="button"
                  className="button button--small"
                  aria-disabled={at + by < 0 || at + by >= order.length}
                  aria-label={say(texts, by < 0 ? 'moveUp' : 'moveDown', { name: text })}
                  onClick={() => move(at, at + by)}
                  onKeyDown={(event) => handleKey(event, at)}
                >
                  <span aria-hidden="true">{by < 0 ? '↑' : '↓'}</span>
                </button>
              ))}
          </li>
        ))}
      </ol>
    </>
  )
}
