import { useEffect, useRef } from 'react'
import { assetAddress } from '#exercises/model/media/assets.ts'
import type { Widget } from '#exercises/model/task/widget.ts'
import { DrawingWords } from '#exercises/player/native/NativeMade.tsx'
import { NativeWidget } from '#exercises/player/native/NativeWidget.tsx'
import { type AnswerProps, say, withAnswer } from '#exercises/player/state/contract.ts'
import { type Board, openBoard } from './board.ts'

type Paper = Extract<Widget, { kind: 'drawing' }>

/** Paper to draw on, and what is on it in words. */
export function Player(props: AnswerProps) {
  const { element } = props
  return element.widgets.map((widget) =>
    widget.kind === 'drawing' && !props.isLocked ? (
      <OwnBoard key={widget.name} {...props} widget={widget} />
    ) : (
      <NativeWidget key={widget.kind} {...props} id={element.id} widget={widget} />
    ),
  )
}

function OwnBoard(props: AnswerProps & { widget: Paper }) {
  const { widget, element, answers, texts } = props
  const { asset, alt } = widget.picture
  const written = answers[widget.name]?.[0] ?? ''
  const place = useRef<HTMLDivElement>(null)
  const board = useRef<Board>(undefined)
  // The board is opened once and always tells the newest.
  const now = useRef({ ...props, written })
  now.current = { ...props, written }

  useEffect(() => {
    if (!place.current) return
    board.current = openBoard(place.current, {
      written: now.current.written,
      picture: { address: asset === '' ? '' : assetAddress(asset), alt },
      say: (name, vars) => say(texts, name, vars),
      onChange(next) {
        const { onAnswers, answers: before } = now.current
        onAnswers(withAnswer(before, widget.name, [next]))
      },
      announce: (text) => now.current.announce(text),
    })
    return () => board.current?.close()
  }, [asset, alt, texts, widget.name])

  useEffect(() => board.current?.show(written), [written])

  return (
    <>
      <div className="drawing" ref={place} />
      <DrawingWords {...props} id={element.id} />
    </>
  )
}
