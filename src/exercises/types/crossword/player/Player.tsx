import { type KeyboardEvent, useRef, useState } from 'react'
import type { Widget } from '#exercises/model/task/widget.ts'
import type { Cell } from '#exercises/model/text/grid-cells.ts'
import { cellsOf } from '#exercises/player/native/NativeShown.tsx'
import { NativeWidget } from '#exercises/player/native/NativeWidget.tsx'
import { type AnswerProps, say, withAnswer } from '#exercises/player/state/contract.ts'
import { arrowed, letters, wordCells } from '#exercises/player/widgets/letters.ts'

type Grid = Extract<Widget, { kind: 'grid' }>
type Words = Extract<Widget, { kind: 'words' }>
type Word = Words['words'][number] & { cells: Cell[]; isAcross: boolean }

const none = '\u00a0'

/** A crossword that is written into its cells; the list of clues with a field for each word is its other form. */
export function Player(props: AnswerProps) {
  const { element } = props
  const grid = element.widgets.find((widget): widget is Grid => widget.kind === 'grid')
  const words = element.widgets.find((widget): widget is Words => widget.kind === 'words')
  if (!grid || !words) return null
  return (
    <>
      <Cells {...props} grid={grid} words={placed(grid, words)} />
      <NativeWidget {...props} id={element.id} widget={words} />
    </>
  )
}

/** A word runs across when the arrow before its clue says so. */
function placed({ rows, numbers }: Grid, { words }: Words): Word[] {
  return words.map((word) => {
    const isAcross = word.text.startsWith('→')
    return { ...word, isAcross, cells: wordCells(rows, numbers, { ...word, isAcross }) }
  })
}

const isAt = (a: Cell) => (b: Cell) => a.x === b.x && a.y === b.y

function Cells({
  grid: { rows, numbers },
  words,
  answers,
  onAnswers,
  isLocked,
  texts,
}: AnswerProps & { grid: Grid; words: Word[] }) {
  const [isAcross, setAcross] = useState(true)
  const [active, setActive] = useState<Cell | undefined>(words[0]?.cells[0])
  const table = useRef<HTMLTableElement>(null)
  const at = (word: Word) => {
    const said = [...(answers[word.name]?.[0] ?? '')]
    return (index: number) => (said[index] && said[index] !== none ? said[index] : '')
  }
  const through = (cell: Cell) => words.filter((word) => word.cells.some(isAt(cell)))
  const wordAt = (cell: Cell) => {
    const here = through(cell)
    return here.find((word) => word.isAcross === isAcross) ?? here[0]
  }
  /** What stands in a cell: what any of its words has there. */
  function letterAt(cell: Cell): string {
    for (const word of through(cell)) {
      const letter = at(word)(word.cells.findIndex(isAt(cell)))
      if (letter) return letters(letter)[0] ?? ''
    }
    return ''
  }

  function write(cell: Cell, letter: string): void {
    let next = answers
    for (const word of through(cell)) {
      const index = word.cells.findIndex(isAt(cell))
      const said = word.cells.map((each, place) => (place === index ? letter : letterAt(each)) || none)
      const text = said.join('').replace(/\u00a0+$/, '')
      next = withAnswer(next, word.name, [text])
    }
    onAnswers(next)
  }

  function goTo(cell: Cell | undefined): void {
    if (!cell || typeof rows[cell.y]?.[cell.x] !== 'string') return
    setActive(cell)
    table.current?.querySelector<HTMLElement>(`[data-cell="${cell.x} ${cell.y}"]`)?.focus()
  }

  function step(cell: Cell, by: number): void {
    const word = wordAt(cell)
    // Where another word crosses this one, writing goes on along this one.
    if (word) setAcross(word.isAcross)
    goTo(word?.cells[word.cells.findIndex(isAt(cell)) + by])
  }

  function handleKey(event: KeyboardEvent, cell: Cell): void {
    const next = arrowed(event.key, cell, rows[0]?.length ?? 0, rows.length)
    if (next) {
      event.preventDefault()
      setAcross(next.x !== cell.x || (next.y === cell.y && isAcross))
      goTo(next)
    } else if (event.key === 'Backspace') {
      event.preventDefault()
      write(cell, '')
      step(cell, -1)
    } else if (event.key === ' ') {
      event.preventDefault()
      setAcross(!isAcross)
    }
  }

  return (
    <>
      <p className="soft small">{say(texts, 'howCross')}</p>
      <div className="grid-scroll">
        <table className="letters letters--live" aria-label={say(texts, 'crossGrid')} ref={table}>
          <tbody>
            {cellsOf(rows).map((row, y) => (
              <tr key={row.key}>
                {row.cells.map(({ key, cell }, x) =>
                  typeof cell !== 'string' ? (
                    <td key={key} className="letters__none" />
                  ) : (
                    <td key={key}>
                      {numbers[key] && <sup>{numbers[key]}</sup>}
                      <input
                        data-cell={key}
                        value={letterAt({ x, y })}
                        aria-label={labelOf({ x, y })}
                        tabIndex={active?.x === x && active.y === y ? 0 : -1}
                        disabled={isLocked}
                        autoComplete="off"
                        autoCapitalize="characters"
                        onFocus={(event) => {
                          setActive({ x, y })
                          event.target.select()
                        }}
                        onKeyDown={(event) => handleKey(event, { x, y })}
                        onChange={({ target }) => {
                          const letter = letters(target.value).at(-1) ?? ''
                          write({ x, y }, letter)
                          if (letter) step({ x, y }, 1)
                        }}
                      />
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )

  function labelOf(cell: Cell): string {
    return through(cell)
      .map(
        ({ number, text, cells }) =>
          `${number} ${text}, ${say(texts, 'letterOf', { place: cells.findIndex(isAt(cell)) + 1, count: cells.length })}`,
      )
      .join('; ')
  }
}
