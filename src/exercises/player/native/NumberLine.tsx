import { useEffect, useState } from 'react'
import { placeOn, scaleOf } from '#exercises/model/task/number-line.ts'
import type { Widget } from '#exercises/model/task/widget.ts'
import { say, type Texts } from '../state/contract.ts'
import { fieldName } from '../state/fields.ts'

type Line = Extract<Widget, { kind: 'slider' }>

/** A line with ticks and numbers, to look at. */
export function NumberLineScale({
  line,
  decimal,
}: {
  line: Pick<Line, 'min' | 'max' | 'step'>
  decimal: string
}) {
  const { ticks, labels } = scaleOf(line)
  const isNamed = new Set(labels)
  const x = (value: number) => `${placeOn(line, value)}%`
  return (
    <svg className="number-line__scale" width="100%" height="44" aria-hidden="true" focusable="false">
      <line x1="0" x2="100%" y1="10" y2="10" />
      {ticks.map((tick) => (
        <line
          key={tick}
          x1={x(tick)}
          x2={x(tick)}
          y1={isNamed.has(tick) ? 2 : 6}
          y2={isNamed.has(tick) ? 18 : 14}
        />
      ))}
      {labels.map((label) => (
        <text key={label} x={x(label)} y="38">
          {String(label).replace('.', decimal)}
        </text>
      ))}
    </svg>
  )
}

interface Props {
  widget: Line
  id: string
  said: string
  onSay: (value: string) => void
  isLocked: boolean
  texts: Texts
}

/**
 * A number line: the number is typed, or chosen on the line, which native keys move (arrows, Page keys, Home, End). Without
 * script the line is looked at and the number typed, so that nothing is answered by a thumb nobody moved.
 */
export function NumberLine({ widget, id, said, onSay, isLocked, texts }: Props) {
  const [isAwake, setAwake] = useState(false)
  useEffect(() => setAwake(true), [])
  const { name, min, max, step, unit } = widget
  const field = fieldName(id, name)
  const value = Number(said)
  const isOn = said !== '' && value >= min && value <= max
  const label = `${say(texts, 'numberLine')} (${min} – ${max}${unit && ` ${unit}`})`
  return (
    <div className="field number-line" data-number-line={field}>
      <label className="field__label" htmlFor={field}>
        {say(texts, 'answer')}
        {unit && ` (${unit})`}
      </label>
      <div className="number-line__line">
        <input
          className="number-line__range"
          type="range"
          hidden={!isAwake}
          aria-label={label}
          aria-valuetext={isOn ? `${said} ${unit}`.trim() : say(texts, 'numberLineEmpty')}
          data-empty={!isOn}
          data-unit={unit}
          data-none={say(texts, 'numberLineEmpty')}
          min={min}
          max={max}
          step={step}
          disabled={isLocked}
          value={isOn ? value : min}
          onChange={({ target }) => onSay(target.value)}
          // The thumb may already stand where it is wanted.
          onPointerUp={({ currentTarget }) => onSay(currentTarget.value)}
          onKeyUp={({ key, currentTarget }) => key !== 'Tab' && key !== 'Shift' && onSay(currentTarget.value)}
        />
        <NumberLineScale line={widget} decimal={say(texts, 'decimal')} />
      </div>
      <input
        className="input number-line__typed"
        id={field}
        name={field}
        inputMode="decimal"
        autoComplete="off"
        maxLength={60}
        disabled={isLocked}
        value={said}
        onChange={({ target }) => onSay(target.value)}
      />
    </div>
  )
}
