import { useRef, useState } from 'react'
import { type Point, readPoints, writePoints } from '#exercises/model/task/shape.ts'
import { say, type Texts } from '#exercises/player/state/contract.ts'
import {
  type Area,
  type AreaKind,
  type Areas,
  movedArea,
  newBox,
  newPoints,
  outlined,
  readAreas,
  withSide,
  writeAreas,
} from '../state/area-rows.ts'
import { AreaDrawing } from './AreaDrawing.tsx'
import { Line, Things } from './LeftFields.tsx'

interface Props {
  name: AreaKind
  label: string
  value: string
  f: Readonly<Record<string, string>>
  texts: Texts
  onValue: (value: string) => void
  /** Lines are typed instead. */
  onText: () => void
}

const sides = ['x', 'y', 'width', 'height'] as const

/** The places of a picture: drawn on it, and each in a row of fields. */
export function AreaField({ name, label, value, f, texts, onValue, onText }: Props) {
  const last = useRef(0)
  const newKey = () => ++last.current
  const [held, setHeld] = useState<Areas>(() => readAreas(name, value, newKey))
  /** The outline whose corners are clicked, and whether the first of them is still to come. */
  const [clicked, setClicked] = useState<{ key: number; isFirst: boolean }>()
  const list = useRef<HTMLUListElement>(null)
  // Undone, or written as text: what stands there counts.
  const shown = writeAreas(name, held) === value ? held : readAreas(name, value, newKey)
  const { areas, elsewhere } = shown

  function change(next: Partial<Areas>): void {
    const all = { ...shown, ...next }
    setHeld(all)
    onValue(writeAreas(name, all))
  }

  const replace = (key: number, next: Partial<Area>) =>
    change({ areas: areas.map((area) => (area.key === key ? { ...area, ...next } : area)) })

  function addCorner(point: Point): void {
    const area = areas.find(({ key }) => key === clicked?.key)
    if (!area?.points || !clicked) return
    replace(area.key, outlined(clicked.isFirst ? [point] : [...area.points, point]))
    setClicked({ ...clicked, isFirst: false })
  }

  function add(shape: Pick<Area, 'box' | 'points'>): void {
    const number = areas.length + 1
    // The first one is what is looked for.
    const isMarked = name === 'areas' && !areas.some((area) => area.isMarked)
    const named = name === 'areas' ? say(texts, 'areaNumber', { number }) : ''
    const area = {
      key: newKey(),
      ...shape,
      label: named,
      isMarked,
      isCircle: false,
      feedback: '',
      things: [],
    }
    change({ areas: [...areas, area] })
    requestAnimationFrame(() => {
      const field = list.current?.lastElementChild?.querySelector<HTMLInputElement>('input[type="text"]')
      field?.focus()
      field?.select()
    })
  }

  return (
    <fieldset className="field list-field">
      <legend className="field__label">{label}</legend>
      <p className="soft small">
        {say(texts, f.picture ? (clicked ? 'cornersHint' : 'drawHint') : 'noPicture')}
      </p>
      {f.picture && (
        <AreaDrawing
          asset={f.picture}
          alt={f.alt ?? ''}
          areas={areas}
          onMove={(area, box) => replace(area.key, movedArea(area, box))}
          onDraw={(box) => add({ box })}
          onPoint={clicked && areas.some(({ key }) => key === clicked.key) ? addCorner : undefined}
        />
      )}
      <ul className="rows" ref={list}>
        {areas.map((area, at) => (
          <li key={area.key} className="list-field__row">
            <strong aria-hidden="true">{at + 1}</strong>
            <AreaFields
              kind={name}
              area={area}
              number={at + 1}
              texts={texts}
              onArea={(next) => replace(area.key, next)}
            />
            {area.points && f.picture && (
              <button
                type="button"
                className="button button--plain button--small"
                aria-pressed={clicked?.key === area.key}
                aria-label={`${say(texts, 'clickCorners')} ${at + 1}`}
                onClick={() =>
                  setClicked(clicked?.key === area.key ? undefined : { key: area.key, isFirst: true })
                }
              >
                {say(texts, 'clickCorners')}
              </button>
            )}
            <button
              type="button"
              className="button button--plain button--small"
              onClick={() => change({ areas: areas.filter(({ key }) => key !== area.key) })}
              aria-label={say(texts, 'removeNamed', {
                name: area.label || say(texts, 'areaNumber', { number: at + 1 }),
              })}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
      {name === 'zones' && (
        <Things
          label={say(texts, 'column.elsewhere')}
          things={elsewhere}
          onThings={(things) => change({ elsewhere: things })}
        />
      )}
      <div className="actions">
        <button type="button" className="button button--small" onClick={() => add({ box: newBox })}>
          {say(texts, 'addArea')}
        </button>
        {name === 'areas' && (
          <button type="button" className="button button--small" onClick={() => add(outlined(newPoints))}>
            {say(texts, 'addOutline')}
          </button>
        )}
        <button type="button" className="button button--plain button--small" onClick={onText}>
          {say(texts, 'asText')}
        </button>
      </div>
    </fieldset>
  )
}

interface FieldsProps {
  kind: AreaKind
  area: Area
  number: number
  texts: Texts
  onArea: (change: Partial<Area>) => void
}

function AreaFields({ kind, area, number, texts, onArea }: FieldsProps) {
  const named = (column: string) => `${say(texts, `column.${column}`)} ${number}`
  const tick = (column: 'isMarked' | 'isCircle', text: string) => (
    <label className="check">
      <input
        type="checkbox"
        checked={area[column]}
        onChange={({ target }) => onArea({ [column]: target.checked })}
      />
      <span>
        {say(texts, `column.${text}`)}
        <span className="hide-visually"> {number}</span>
      </span>
    </label>
  )
  return (
    <>
      {kind === 'areas' ? (
        <input
          type="text"
          className="input"
          value={area.label}
          maxLength={500}
          placeholder={say(texts, 'column.name')}
          aria-label={named('name')}
          onChange={({ target }) => onArea({ label: target.value })}
        />
      ) : (
        <Things label={named('belongs')} things={area.things} onThings={(things) => onArea({ things })} />
      )}
      {area.points && (
        <Line
          label={named('corners')}
          text={writePoints(area.points)}
          maxLength={500}
          onText={(typed) => {
            const points = readPoints(typed)
            if (points && points.length > 2) onArea(outlined(points))
          }}
        />
      )}
      {(area.points ? [] : sides).map((side) => (
        <label key={side} className="area-side">
          <span className="small">{say(texts, `column.${side}`)}</span>
          <input
            type="number"
            className="input"
            min={0}
            max={100}
            step="any"
            value={area.box[side]}
            aria-label={named(side)}
            onChange={({ target }) => onArea({ box: withSide(area.box, side, target.valueAsNumber) })}
          />
        </label>
      ))}
      {kind === 'areas' && (
        <Line
          label={named('feedback')}
          text={area.feedback}
          maxLength={500}
          onText={(feedback) => onArea({ feedback })}
        />
      )}
      {kind === 'areas' && tick('isMarked', 'isRight')}
      {kind === 'areas' && !area.points && tick('isCircle', 'circle')}
    </>
  )
}
