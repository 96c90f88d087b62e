import type { Widget } from '#exercises/model/task/widget.ts'
import { RichText } from '../RichText.tsx'
import type { WidgetProps } from '../state/contract.ts'
import { say, withAnswer } from '../state/contract.ts'
import { fieldName } from '../state/fields.ts'

type Gaps = Omit<WidgetProps, 'widget'> & { widget: Extract<Widget, { kind: 'gaps' }> }

/** A text with a field or a list where its gaps are. */
export function NativeGaps({ widget, id, answers, onAnswers, isLocked, texts }: Gaps) {
  const { html, gaps, bank } = widget
  const ids = Object.keys(gaps)
  function control(name: string) {
    const gap = gaps[name]
    if (!gap) return null
    const label = say(texts, 'gap', { place: ids.indexOf(name) + 1 })
    const shared = {
      className: 'input gap',
      name: fieldName(id, name),
      'aria-label': gap.hint === '' ? label : `${label}: ${gap.hint}`,
      value: answers[name]?.[0] ?? '',
      disabled: isLocked,
      onChange: ({ target }: { target: { value: string } }) =>
        onAnswers(withAnswer(answers, name, [target.value])),
    }
    if (!gap.options)
      return (
        <input
          {...shared}
          size={gap.size}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={200}
        />
      )
    return (
      <select {...shared}>
        <option value="">{say(texts, 'choose')}</option>
        {gap.options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    )
  }
  return (
    <>
      {bank.length > 0 && (
        <ul className="bank">
          {bank.map((word) => (
            <li key={word} className="bank__word">
              {word}
            </li>
          ))}
        </ul>
      )}
      <div className="prose gaps">
        <RichText html={html} fill={control} />
      </div>
    </>
  )
}
