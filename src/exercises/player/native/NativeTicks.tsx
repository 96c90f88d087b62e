import type { Widget } from '#exercises/model/task/widget.ts'
import type { WidgetProps } from '../state/contract.ts'
import { withAnswer } from '../state/contract.ts'
import { fieldName } from '../state/fields.ts'
import { toggled } from './NativeTokens.tsx'
import { labelledRows, ThingSound, ThingText } from './ThingText.tsx'

type Rows = Extract<Widget, { kind: 'rows' }>

/** Things that each have several partners: a tick for everything that belongs to one. */
export function NativeTicks({
  widget,
  id,
  answers,
  onAnswers,
  isLocked,
  texts,
}: Omit<WidgetProps, 'widget'> & { widget: Rows }) {
  const { rows, options } = labelledRows(widget, texts)
  const all = options.map(({ value }) => value)
  return rows.map(({ name, place, ...row }) => {
    const picked = answers[name] ?? []
    return (
      <fieldset key={name} className="answers" disabled={isLocked}>
        <legend>
          <ThingText {...row} />
        </legend>
        <ThingSound thing={row} place={place} texts={texts} />
        {options.map(({ value, ...option }) => (
          <div key={value}>
            <label className="check check--top" htmlFor={fieldName(id, name, value)}>
              <input
                type="checkbox"
                id={fieldName(id, name, value)}
                name={fieldName(id, name, value)}
                value="on"
                checked={picked.includes(value)}
                onChange={() => onAnswers(withAnswer(answers, name, toggled(all, picked, value)))}
              />
              <span>
                <ThingText {...option} />
              </span>
            </label>
            <ThingSound thing={option} place={option.place} texts={texts} />
          </div>
        ))}
      </fieldset>
    )
  })
}
