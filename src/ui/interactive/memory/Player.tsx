import { type KeyboardEvent, useRef, useState } from 'react'
import type { Widget } from '#shared/interactive/widget.ts'
import { type AnswerProps, say, sayCount, withAnswer } from '../player/contract.ts'
import { ThingText } from '../player/ThingText.tsx'
import { type Game, isPair, newGame, turn } from './memory.ts'

type Pairs = Extract<Widget, { kind: 'pairs' }>

/** Cards of a game of pairs in rows of four: arrows move, space and enter turn. */
export function Player(props: AnswerProps) {
  const widget = props.element.widgets.find((each): each is Pairs => each.kind === 'pairs')
  return widget ? <Pairs {...props} widget={widget} /> : null
}

const columns = 4

function Pairs({ widget, answers, onAnswers, isLocked, texts, announce }: AnswerProps & { widget: Pairs }) {
  const { cards, name } = widget
  const isDone = answers[name]?.[0] === 'on'
  const [game, setGame] = useState<Game>(
    isDone ? { ...newGame, found: cards.map(({ value }) => value) } : newGame,
  )
  const [active, setActive] = useState(0)
  const table = useRef<HTMLUListElement>(null)
  const textOf = (card: string) => cards.find(({ value }) => value === card)?.text ?? ''

  function handleTurn(card: string): void {
    if (isLocked) return
    const [first] = game.turned
    const next = turn(game, card)
    if (next === game) return
    setGame(next)
    if (game.turned.length === 1 && first && isPair(first, card))
      announce(say(texts, 'pairFound', { a: textOf(first), b: textOf(card) }))
    else announce(textOf(card) + (game.turned.length === 1 ? `. ${say(texts, 'noPair')}` : ''))
    if (next.found.length === cards.length) onAnswers(withAnswer(answers, name, ['on']))
  }

  function handleKey(event: KeyboardEvent, at: number): void {
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: columns,
      ArrowUp: -columns,
    }
    const next = at + (steps[event.key] ?? 0)
    if (next === at || next < 0 || next >= cards.length) return
    event.preventDefault()
    setActive(next)
    table.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <>
      <ul className="memory" ref={table}>
        {cards.map(({ value, text, picture }, at) => {
          const isFound = game.found.includes(value)
          const isOpen = isFound || game.turned.includes(value)
          const place = { row: Math.floor(at / columns) + 1, column: (at % columns) + 1 }
          const state = isFound ? 'cardFound' : isOpen ? 'cardOpen' : 'faceDown'
          return (
            <li key={value}>
              <button
                type="button"
                className={`memory__card${isOpen ? ' memory__card--open' : ''}${isFound ? ' memory__card--found' : ''}`}
                aria-label={`${say(texts, 'cardAt', place)}: ${isOpen ? `${text}, ` : ''}${say(texts, state)}`}
                tabIndex={at === active ? 0 : -1}
                onFocus={() => setActive(at)}
                onKeyDown={(event) => handleKey(event, at)}
                onClick={() => handleTurn(value)}
              >
                {isOpen ? <ThingText text={text} picture={picture} /> : '?'}
              </button>
            </li>
          )
        })}
      </ul>
      <p className="soft small">{sayCount(texts, 'moves', game.moves, document.documentElement.lang)}</p>
    </>
  )
}
