import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { ListShape } from '#exercises/model/task/element-type.ts'
import { say, type Texts } from '#exercises/player/state/contract.ts'
import { type Row, readRows, steppedRows, writeRows } from '../state/list-rows.ts'
import { ListRow } from './ListRow.tsx'

interface Props {
  /** Of its first field. */
  id: string
  name: string
  list: ListShape
  label: string
  value: string
  texts: Texts
  /** So many of its columns take a recording, too. */
  heard: number
  /** Each row may have more of its last column, called so. */
  more?: string | undefined
  /** It takes the place of the button that was pressed for it. */
  hasFocus: boolean
  onValue: (value: string) => void
  /** Lines are typed instead. */
  onText: () => void
}

const steps: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 }

/**
 * A list in rows of fields: Enter begins the next row, Alt and an arrow move it, Backspace in an empty one takes it away.
 */
export function ListField(props: Props) {
  const { id, name, list: shape, label, value, texts, heard, more, hasFocus, onValue, onText } = props
  const last = useRef(0)
  const newKey = () => ++last.current
  const [rows, setRows] = useState<readonly Row[]>(() => atLeastTwo(readRows(value, newKey)))
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (hasFocus) list.current?.querySelector<HTMLInputElement>('input:not([type="checkbox"])')?.focus()
  }, [hasFocus])
  const { columns: own, isMarked = false, hasSound = false } = shape
  // Undone, or written as text: what stands there counts.
  const shown = writeRows(rows) === value ? rows : atLeastTwo(readRows(value, newKey))

  const columns = more === undefined ? own : [...own, ...moreColumns(shown, own.length, more)]

  function atLeastTwo(found: readonly Row[]): readonly Row[] {
    const empty = (): Row => ({ key: newKey(), isMarked: false, parts: [''] })
    return found.length > 1 ? found : [...found, ...Array.from({ length: 2 - found.length }, empty)]
  }

  function change(next: readonly Row[]): void {
    setRows(next)
    onValue(writeRows(next))
  }

  function replace(at: number, row: Row): void {
    change(shown.map((each, place) => (place === at ? row : each)))
  }

  function add(at: number): void {
    change([...shown.slice(0, at), { key: newKey(), isMarked: false, parts: [''] }, ...shown.slice(at)])
    focusRow(at)
  }

  function remove(at: number): void {
    change(shown.filter((_row, place) => place !== at))
    focusRow(Math.max(0, at - 1))
  }

  function move(at: number, by: -1 | 1): void {
    const next = steppedRows(shown, at, by)
    if (next === shown) return
    change(next)
    focusRow(at + by)
  }

  function focusRow(at: number): void {
    requestAnimationFrame(() =>
      list.current?.children[at]?.querySelector<HTMLInputElement>('input:not([type="checkbox"])')?.focus(),
    )
  }

  function handleKey(event: KeyboardEvent, at: number): void {
    const isEmpty = shown[at]?.parts.every((part) => part === '')
    const by = event.altKey ? steps[event.key] : undefined
    if (by) move(at, by)
    else if (event.key === 'Enter') add(at + 1)
    else if (event.key === 'Backspace' && isEmpty && shown.length > 1) remove(at)
    else return
    event.preventDefault()
  }

  return (
    <fieldset className="field list-field">
      <legend className="field__label">{label}</legend>
      <ul className="rows" ref={list}>
        {shown.map((row, at) => (
          <ListRow
            key={row.key}
            id={at === 0 ? id : undefined}
            {...{ name, row, at, columns, isMarked, hasSound, heard, texts }}
            onRow={(next) => replace(at, next)}
            onRemove={() => remove(at)}
            onKeyDown={(event) => handleKey(event, at)}
          />
        ))}
      </ul>
      <div className="actions">
        <button type="button" className="button button--small" onClick={() => add(shown.length)}>
          {say(texts, 'addRow')}
        </button>
        <button type="button" className="button button--plain button--small" onClick={onText}>
          {say(texts, 'asText')}
        </button>
      </div>
    </fieldset>
  )
}

/** One column more than any row has filled in, so that another thing can be added to each. */
function moreColumns(rows: readonly Row[], from: number, name: string): string[] {
  const most = Math.max(0, ...rows.map(({ parts }) => parts.findLastIndex((part) => part !== '') + 1 - from))
  return Array.from({ length: most + 1 }, () => name)
}
