import { useEffect, useRef } from 'react'
import { assetAddress } from '#shared/interactive/assets.ts'
import type { Widget } from '#shared/interactive/widget.ts'
import { type AnswerProps, say, withAnswer } from '../player/contract.ts'
import { DrawingWords } from '../player/NativeMade.tsx'
import { NativeWidget } from '../player/NativeWidget.tsx'
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
