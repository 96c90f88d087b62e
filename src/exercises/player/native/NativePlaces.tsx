import type { Widget } from '#exercises/model/task/widget.ts'
import type { WidgetProps } from '../state/contract.ts'
import { say, withAnswer } from '../state/contract.ts'
import { fieldName } from '../state/fields.ts'

/** Words of a square, each with a field for where it begins: its row and its column. */
export function NativePlaces({
  widget,
  id,
  answers,
  onAnswers,
  isLocked,
  texts,
}: Omit<WidgetProps, 'widget'> & { widget: Extract<Widget, { kind: 'places' }> }) {
  const how = fieldName(id, 'places')
  return (
    <>
      <p className="soft small" id={how}>
        {say(texts, 'howPlaces')}
      </p>
      <ul className="rows">
        {widget.words.map(({ name, text }) => (
          <li key={name} className="rows__row">
            <label htmlFor={fieldName(id, name)}>{text}</label>
            <input
              className="input"
              id={fieldName(id, name)}
              name={fieldName(id, name)}
              value={answers[name]?.[0] ?? ''}
              disabled={isLocked}
              onChange={({ target }) => onAnswers(withAnswer(answers, name, [target.value]))}
              aria-describedby={how}
              autoComplete="off"
              maxLength={20}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
