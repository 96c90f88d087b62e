import { type KeyboardEvent, useRef, useState } from 'react'
import type { Answers, Widget } from '#exercises/model/task/widget.ts'
import { type Cell, readCell, wordFrom, writeCell } from '#exercises/model/text/grid-cells.ts'
import { ColumnNumbers, cellsOf } from '#exercises/player/native/NativeShown.tsx'
import { NativeWidget } from '#exercises/player/native/NativeWidget.tsx'
import { type AnswerProps, say, withAnswer } from '#exercises/player/state/contract.ts'
import { arrowed, letters, lineOf } from '#exercises/player/widgets/letters.ts'

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
  widget: { rows, hasPlaces },
  element,
  answers,
  onAnswers,
  isLocked,
  texts,
  announce,
}: AnswerProps & { widget: Grid }) {
  const [first, setFirst] = useState<Cell>()
  const [active, setActive] = useState<Cell>({ x: 0, y: 0 })
  const [taken, setTaken] = useState<readonly Cell[]>([])
  const table = useRef<HTMLTableElement>(null)
  const width = rows[0]?.length ?? 0
  const found = new Set(
    [...taken, ...placedCells(element.widgets, rows, answers)].map(({ x, y }) => `${x} ${y}`),
  )

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
    const back = line.toReversed()
    const word = takeWord(line) ?? takeWord(back)
    announce(say(texts, word ? 'wordFound' : 'notAWord', { word: word ?? written(line) }))
  }

  const written = (line: readonly Cell[]) => line.map(({ x, y }) => rows[y]?.[x] ?? '').join('')

  /** Writes down where the word begins, or the word where one of its length is asked for. */
  function takeWord(line: readonly Cell[]): string | undefined {
    const word = written(line)
    const [start] = line
    for (const widget of element.widgets) {
      if (widget.kind === 'places') {
        const meant = widget.words.find(({ text }) => letters(text).join('') === word)
        if (!meant || !start) continue
        onAnswers(withAnswer(answers, meant.name, [writeCell(start)]))
        return meant.text
      }
      if (widget.kind === 'words') {
        const free = widget.words.filter(({ name, length }) => !answers[name] && length === [...word].length)
        if (free.length !== 1 || !free[0]) continue
        onAnswers(withAnswer(answers, free[0].name, [word]))
        setTaken([...taken, ...line])
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
          {hasPlaces && <ColumnNumbers count={width} />}
          <tbody>
            {cellsOf(rows).map((row, y) => (
              <tr key={row.key}>
                {hasPlaces && <th scope="row">{y + 1}</th>}
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

/** The cells of the words whose first letters are written down. */
function placedCells(widgets: readonly Widget[], rows: Grid['rows'], answers: Answers): Cell[] {
  return widgets
    .flatMap((widget) => (widget.kind === 'places' ? widget.words : []))
    .flatMap(({ name, text }) => {
      const cell = readCell(answers[name]?.[0] ?? '')
      return (cell && wordFrom(rows, cell, letters(text))) ?? []
    })
}
