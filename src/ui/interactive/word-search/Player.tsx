import { type KeyboardEvent, useRef, useState } from 'react'
import type { Widget } from '#shared/interactive/widget.ts'
import { type AnswerProps, say, withAnswer } from '../player/contract.ts'
import { cellsOf } from '../player/NativeShown.tsx'
import { NativeWidget } from '../player/NativeWidget.tsx'
import { arrowed, type Cell, letters, lineOf } from '../widgets/letters.ts'

type Grid = Extract<Widget, { kind: 'grid' }>

/** A square of letters: the first and the last letter of a word are chosen, by pointer or by arrows and space. */
export function Player(props: AnswerProps) {
  return props.element.widgets.map((widget) =>
    widget.kind === 'grid' ? (
      <Square key={widget.kind} {...props} widget={widget} />
    ) : (
      <NativeWidget key={widget.kind} {...props} id={props.element.id} widget={widget} />
    ),
  )
}

function Square({
  widget: { rows },
  element,
  answers,
  onAnswers,
  isLocked,
  texts,
  announce,
}: AnswerProps & { widget: Grid }) {
  const [first, setFirst] = useState<Cell>()
  const [active, setActive] = useState<Cell>({ x: 0, y: 0 })
  const [found, setFound] = useState<ReadonlySet<string>>(new Set())
  const table = useRef<HTMLTableElement>(null)
  const width = rows[0]?.length ?? 0

  function handlePick(cell: Cell): void {
    if (isLocked) return
    const letter = rows[cell.y]?.[cell.x] ?? ''
    if (first === undefined) {
      setFirst(cell)
      announce(say(texts, 'firstLetter', { letter }))
      return
    }
    setFirst(undefined)
    const line = lineOf(first, cell) ?? []
    const word = line.map(({ x, y }) => rows[y]?.[x] ?? '').join('')
    const taken = takeWord(word) ?? takeWord([...word].reverse().join(''))
    if (taken) setFound(new Set([...found, ...line.map(({ x, y }) => `${x} ${y}`)]))
    announce(say(texts, taken ? 'wordFound' : 'notAWord', { word: taken ?? word }))
  }

  /** Ticks the word, or writes it where a word of its length is asked for. */
  function takeWord(word: string): string | undefined {
    for (const widget of element.widgets) {
      if (widget.kind === 'choice') {
        const option = widget.options.find(({ text }) => letters(text).join('') === word)
        if (!option) continue
        onAnswers(
          withAnswer(answers, widget.name, [...new Set([...(answers[widget.name] ?? []), option.value])]),
        )
        return option.text
      }
      if (widget.kind === 'words') {
        const free = widget.words.filter(({ name, length }) => !answers[name] && length === [...word].length)
        if (free.length !== 1 || !free[0]) continue
        onAnswers(withAnswer(answers, free[0].name, [word]))
        return word
      }
    }
    return undefined
  }

  function handleKey(event: KeyboardEvent, cell: Cell): void {
    if (event.key === 'Escape') setFirst(undefined)
    const next = arrowed(event.key, cell, width, rows.length)
    if (!next) return
    event.preventDefault()
    setActive(next)
    table.current?.querySelectorAll('button')[next.y * width + next.x]?.focus()
  }

  return (
    <>
      <p className="soft small">{say(texts, 'howSearch')}</p>
      <div className="grid-scroll">
        <table className="letters letters--live" aria-label={say(texts, 'grid')} ref={table}>
          <tbody>
            {cellsOf(rows).map((row, y) => (
              <tr key={row.key}>
                {row.cells.map(({ key, cell }, x) => (
                  <td key={key} className={found.has(key) ? 'letters__found' : undefined}>
                    <button
                      type="button"
                      aria-pressed={first?.x === x && first.y === y}
                      aria-label={`${cell}, ${say(texts, 'cardAt', { row: y + 1, column: x + 1 })}`}
                      tabIndex={active.x === x && active.y === y ? 0 : -1}
                      onFocus={() => setActive({ x, y })}
                      onKeyDown={(event) => handleKey(event, { x, y })}
                      onClick={() => handlePick({ x, y })}
                    >
                      {cell}
                    </button>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
