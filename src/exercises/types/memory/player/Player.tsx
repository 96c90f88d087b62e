import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { assetAddress } from '#exercises/model/media/assets.ts'
import { writeClock } from '#exercises/model/task/clock.ts'
import type { Widget } from '#exercises/model/task/widget.ts'
import { ThingText } from '#exercises/player/native/ThingText.tsx'
import { type AnswerProps, say, sayCount } from '#exercises/player/state/contract.ts'
import { type Game, isPair, newGame, turn } from './memory.ts'

type Pairs = Extract<Widget, { kind: 'pairs' }>

/** Cards of a game of pairs in rows of four, of two on a phone: arrows move, space and enter turn. */
export function Player(props: AnswerProps) {
  const widget = props.element.widgets.find((each): each is Pairs => each.kind === 'pairs')
  return widget ? <Pairs {...props} widget={widget} /> : null
}

/** As the style sheet has it: words need room on a phone. */
const narrowScreen = '(width < 30rem)'

function useColumns(): number {
  const [columns, setColumns] = useState(4)
  useEffect(() => {
    const narrow = matchMedia(narrowScreen)
    const update = () => setColumns(narrow.matches ? 2 : 4)
    update()
    narrow.addEventListener('change', update)
    return () => narrow.removeEventListener('change', update)
  }, [])
  return columns
}

function Pairs({ widget, answers, onAnswers, isLocked, texts, announce }: AnswerProps & { widget: Pairs }) {
  const { cards, name, partners = {} } = widget
  const columns = useColumns()
  const placeOf = (at: number) => ({ row: Math.floor(at / columns) + 1, column: (at % columns) + 1 })
  const { lang } = document.documentElement
  const isDone = answers[name]?.[0] === 'on'
  const [game, setGame] = useState<Game>(
    isDone
      ? { ...newGame, found: cards.map(({ value }) => value), moves: Number(answers.moves?.[0] ?? 0) }
      : newGame,
  )
  /** When the first card was turned. */
  const began = useRef<number>(undefined)
  const [active, setActive] = useState(0)
  const table = useRef<HTMLUListElement>(null)
  const playing = useRef<HTMLAudioElement>(undefined)
  useEffect(() => () => playing.current?.pause(), [])
  const textOf = (card: string) => cards.find(({ value }) => value === card)?.text ?? ''
  const isOnlyHeard = (card: string) => cards.some(({ value, isHeard }) => value === card && isHeard)
  const isOpen = (card: string) => game.found.includes(card) || game.turned.includes(card)

  /** A recording is heard again whenever its card is pressed. */
  function play(card: string): void {
    const sound = cards.find(({ value }) => value === card)?.sound
    if (sound === undefined) return
    playing.current?.pause()
    playing.current = new Audio(assetAddress(sound))
    playing.current.play().catch(() => undefined)
  }

  function handleTurn(card: string): void {
    if (!isLocked || isOpen(card)) play(card)
    if (isLocked) return
    const [first] = game.turned
    const next = turn(game, card, partners)
    if (next === game) return
    setGame(next)
    began.current ??= performance.now()
    if (next.found.length === cards.length) {
      const ms = Math.max(1, Math.round(performance.now() - began.current))
      announce(ended(next.moves, ms))
      onAnswers({ [name]: ['on'], moves: [String(next.moves)], ms: [String(ms)] })
      return
    }
    if (game.turned.length === 1 && first && isPair(partners, first, card))
      announce(say(texts, 'pairFound', { a: textOf(first), b: textOf(card) }))
    else
      announce(
        // A recording speaks for itself.
        [isOnlyHeard(card) ? '' : textOf(card), game.turned.length === 1 ? say(texts, 'noPair') : '']
          .filter((words) => words !== '')
          .join('. '),
      )
  }

  /** What is said at the end. */
  function ended(moves: number, ms: number): string {
    const time = writeClock(Math.ceil(ms / 1000))
    return say(texts, 'gameDone', { moves: sayCount(texts, 'moves', moves, lang), time })
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
        {cards.map(({ value, text, picture, sound, isHeard }, at) => {
          const isFound = game.found.includes(value)
          const isTurned = isOpen(value)
          const state = isFound ? 'cardFound' : isTurned ? 'cardOpen' : 'faceDown'
          const shown = isHeard ? (picture?.alt ?? say(texts, 'soundCard')) : text
          return (
            <li key={value}>
              <button
                type="button"
                className={`memory__card${isTurned ? ' memory__card--open' : ''}${isFound ? ' memory__card--found' : ''}`}
                aria-label={`${say(texts, 'cardAt', placeOf(at))}: ${isTurned ? `${shown}, ` : ''}${say(texts, state)}`}
                tabIndex={at === active ? 0 : -1}
                onFocus={() => setActive(at)}
                onKeyDown={(event) => handleKey(event, at)}
                onClick={() => handleTurn(value)}
              >
                {!isTurned && '?'}
                {isTurned && sound !== undefined && <span className="memory__sound">♪</span>}
                {isTurned && (picture || !isHeard) && (
                  <ThingText text={isHeard ? (picture?.alt ?? '') : text} picture={picture} />
                )}
              </button>
            </li>
          )
        })}
      </ul>
      {cards.some(({ isHeard }) => isHeard) && (
        <details>
          <summary>{say(texts, 'soundTranscript')}</summary>
          <ul>
            {cards.map(
              ({ value, text, isHeard }, at) =>
                isHeard &&
                isOpen(value) && (
                  <li key={value}>
                    {say(texts, 'cardAt', placeOf(at))}: {text}
                  </li>
                ),
            )}
          </ul>
        </details>
      )}
      {isDone && answers.ms ? (
        <p>{ended(game.moves, Number(answers.ms[0]))}</p>
      ) : (
        <p className="soft small">{sayCount(texts, 'moves', game.moves, lang)}</p>
      )}
    </>
  )
}
