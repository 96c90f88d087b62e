import { type KeyboardEvent, lazy, Suspense } from 'react'
import { splitSound } from '#exercises/model/text/option-content.ts'
import { say, type Texts } from '#exercises/player/state/contract.ts'
import { type Row, withHeard, withPart } from '../state/list-rows.ts'

const SoundInput = lazy(() => import('./SoundField.tsx').then((module) => ({ default: module.SoundInput })))

interface Props {
  /** Of its first field. */
  id: string | undefined
  /** Of the field. */
  name: string
  row: Row
  /** Its place in the list, from 0. */
  at: number
  columns: readonly string[]
  isMarked: boolean
  /** Behind the columns stands the name of a recording. */
  hasSound: boolean
  /** So many of its columns take a recording, too. */
  heard: number
  texts: Texts
  onRow: (row: Row) => void
  onRemove: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** A row of a list in fields. */
export function ListRow(props: Props) {
  const { id, name, row, at, columns, isMarked, hasSound, heard, texts, onRow, onRemove, onKeyDown } = props
  const said = (place: number) => row.parts[place] ?? ''
  const setPart = (place: number, part: string) => onRow(withPart(row, place, part))
  const setHeard = (place: number, change: Parameters<typeof withHeard>[1]) =>
    setPart(place, withHeard(row.parts[place], change))
  return (
    <li className="list-field__row">
      {isMarked && (
        <label className="check">
          <input
            type="checkbox"
            checked={row.isMarked}
            onChange={({ target }) => onRow({ ...row, isMarked: target.checked })}
          />
          <span>
            {say(texts, 'column.isRight')}
            <span className="hide-visually"> {at + 1}</span>
          </span>
        </label>
      )}
      {columns.map((column, place) => (
        <input
          key={`${column} ${columns.indexOf(column) === place ? '' : place}`}
          id={place === 0 ? id : undefined}
          className="input"
          value={place < heard ? splitSound(said(place)).words : said(place)}
          maxLength={500}
          placeholder={say(texts, `column.${column}`)}
          aria-label={`${say(texts, `column.${column}`)} ${at + 1}`}
          onChange={({ target: { value } }) =>
            place < heard ? setHeard(place, { words: value }) : setPart(place, value)
          }
          onKeyDown={onKeyDown}
        />
      ))}
      {columns.slice(0, heard).map((column, place) => (
        <HeardPart
          key={column}
          id={`${name}-${column}-${row.key}`}
          label={`${say(texts, 'field.sound')} ${at + 1}: ${say(texts, `column.${column}`)}`}
          part={said(place)}
          texts={texts}
          onHeard={(change) => setHeard(place, change)}
        />
      ))}
      {hasSound && (
        <Suspense>
          <SoundInput
            id={`${name}-sound-${row.key}`}
            label={`${say(texts, 'field.sound')} ${at + 1}`}
            asset={said(columns.length)}
            texts={texts}
            onAsset={(asset) => setPart(columns.length, asset)}
          />
        </Suspense>
      )}
      <button
        type="button"
        className="button button--plain button--small"
        onClick={onRemove}
        aria-label={say(texts, 'removeNamed', { name: row.parts[0] || `${at + 1}` })}
      >
        ✕
      </button>
    </li>
  )
}

interface HeardProps {
  id: string
  label: string
  part: string
  texts: Texts
  onHeard: (change: Parameters<typeof withHeard>[1]) => void
}

/** The recording of a part of a row, and whether its words are read, too. */
function HeardPart({ id, label, part, texts, onHeard }: HeardProps) {
  const { sound, isShown } = splitSound(part)
  return (
    <details className="list-field__sound">
      <summary>{sound === '' ? label : `♪ ${label}`}</summary>
      <Suspense>
        <SoundInput
          id={id}
          label={label}
          asset={sound}
          texts={texts}
          onAsset={(asset) => onHeard({ sound: asset })}
        />
      </Suspense>
      {sound !== '' && (
        <label className="check">
          <input
            type="checkbox"
            checked={isShown}
            onChange={({ target }) => onHeard({ isShown: target.checked })}
          />
          <span>{say(texts, 'showsHeard')}</span>
        </label>
      )}
    </details>
  )
}
