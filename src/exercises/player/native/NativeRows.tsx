import type { Widget } from '#exercises/model/task/widget.ts'
import type { WidgetProps } from '../state/contract.ts'
import { say, withAnswer } from '../state/contract.ts'
import { fieldName } from '../state/fields.ts'
import { doubled } from '../state/rows.ts'
import { labelledRows, ThingSound, ThingText } from './ThingText.tsx'

type Rows = Extract<Widget, { kind: 'rows' }>

/** Things that each get one of the options, as lists to choose from. */
export function NativeRows({
  widget,
  id,
  answers,
  onAnswers,
  isLocked,
  texts,
}: Omit<WidgetProps, 'widget'> & { widget: Rows }) {
  const { rows, options } = labelledRows(widget, texts)
  const nameOf = ({ value, text }: { value: string; text: string }) => text || say(texts, value)
  // Right or wrong: two words that are the same for all.
  const isVerdict =
    widget.options.length === 2 && widget.options.every(({ text, picture }) => text === '' && !picture)
  return (
    <>
      <ul className="rows">
        {options.map(
          (option) =>
            option.sound && (
              <li key={option.value} className="rows__row">
                <span>{option.text}</span>
                <ThingSound thing={option} place={option.place} texts={texts} />
              </li>
            ),
        )}
        {rows.map(({ name, place, ...row }) => (
          <li key={name} className="rows__row">
            {!isVerdict && (
              <label htmlFor={fieldName(id, name)}>
                <ThingText {...row} />
              </label>
            )}
            {isVerdict && (
              <fieldset className="verdict" disabled={isLocked}>
                <legend>
                  <ThingText {...row} />
                </legend>
                {options.map(({ value, ...option }) => (
                  <label key={value} className="verdict__way" htmlFor={fieldName(id, name, value)}>
                    <input
                      type="radio"
                      id={fieldName(id, name, value)}
                      name={fieldName(id, name)}
                      value={value}
                      checked={answers[name]?.[0] === value}
                      onChange={() => onAnswers(withAnswer(answers, name, [value]))}
                    />
                    {nameOf({ value, ...option })}
                  </label>
                ))}
              </fieldset>
            )}
            <ThingSound thing={row} place={place} texts={texts} />
            {!isVerdict && (
              <select
                className="input"
                id={fieldName(id, name)}
                name={fieldName(id, name)}
                value={answers[name]?.[0] ?? ''}
                disabled={isLocked}
                onChange={({ target }) => onAnswers(withAnswer(answers, name, [target.value]))}
              >
                <option value="">{say(texts, 'choose')}</option>
                {options.map((option) => (
                  <option key={option.value} value={option.value}>
                    {nameOf(option)}
                  </option>
                ))}
              </select>
            )}
          </li>
        ))}
      </ul>
      {widget.isOnce && (
        <div role="status">
          {doubled({ rows, options }, answers).map(({ option, rows: lying }) => (
            <p key={option.value} className="notice notice--warning">
              {say(texts, 'placeTwice', {
                place: nameOf(option),
                name: lying.map(({ text }) => text).join(', '),
              })}
            </p>
          ))}
        </div>
      )}
    </>
  )
}
