import { useState } from 'react'
import type { Widget } from '#exercises/model/task/widget.ts'
import { NativeSound } from '#exercises/player/native/NativeSound.tsx'
import { NativeWidget } from '#exercises/player/native/NativeWidget.tsx'
import { ThingText } from '#exercises/player/native/ThingText.tsx'
import { type AnswerProps, say } from '#exercises/player/state/contract.ts'
import { type Boxes, boxOf, nextCard, sorted } from './boxes.ts'

type Cards = Extract<Widget, { kind: 'cards' }>

/** Cards to turn and to sort; where the back is typed, a plain form serves better. */
export function Player(props: AnswerProps) {
  return props.element.widgets.map((widget) =>
    widget.kind === 'cards' && widget.cards.every(({ name }) => name === undefined) ? (
      <Deck key={widget.kind} {...props} widget={widget} />
    ) : (
      <NativeWidget key={widget.kind} {...props} id={props.element.id} widget={widget} />
    ),
  )
}

function Deck({ widget: { cards }, texts, announce }: AnswerProps & { widget: Cards }) {
  const [at, setAt] = useState(0)
  const [isTurned, setTurned] = useState(false)
  const [boxes, setBoxes] = useState<Boxes>({})
  const card = cards[at]
  if (!card) return null

  function handleTurn(): void {
    setTurned(!isTurned)
    announce((isTurned ? card?.front : card?.back) ?? '')
  }

  function handleSort(isKnown: boolean): void {
    const sortedBoxes = sorted(boxes, at, isKnown)
    const next = nextCard(sortedBoxes, at, cards.length)
    setBoxes(sortedBoxes)
    setAt(next)
    setTurned(false)
    announce(cards[next]?.front ?? '')
  }

  return (
    <div className="deck">
      <p className="soft small">
        {say(texts, 'cardOf', { place: at + 1, count: cards.length })} ·{' '}
        {say(texts, 'box', { box: boxOf(boxes, at) })}
      </p>
      <button type="button" className="deck__card" onClick={handleTurn} aria-describedby={`${at}-turn`}>
        <span className={`deck__side${isTurned ? ' deck__side--back' : ''}`}>
          {isTurned ? (
            <ThingText text={card.back} picture={card.backPicture} />
          ) : (
            <ThingText text={card.front} picture={card.frontPicture} />
          )}
        </span>
      </button>
      {card.sound !== '' && (
        <NativeSound key={card.sound} widget={{ asset: card.sound, transcript: '' }} texts={texts} />
      )}
      <p className="soft small" id={`${at}-turn`}>
        {say(texts, 'turn')}
        {card.tip !== '' && ` · ${say(texts, 'tip', { tip: card.tip })}`}
      </p>
      <div className="actions">
        <button type="button" className="button" onClick={() => handleSort(false)}>
          {say(texts, 'notYet')}
        </button>
        <button type="button" className="button" onClick={() => handleSort(true)}>
          {say(texts, 'knew')}
        </button>
      </div>
    </div>
  )
}
