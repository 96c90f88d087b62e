import type { Widget } from '#shared/interactive/widget.ts'
import type { WidgetProps } from './contract.ts'
import { withAnswer } from './contract.ts'
import { fieldName } from './fields.ts'

type Tokens = Omit<WidgetProps, 'widget'> & { widget: Extract<Widget, { kind: 'tokens' }> }

/** The values of one name with one of them ticked or not, in the order of the options. */
export function toggled(all: readonly string[], picked: readonly string[], value: string): string[] {
  return all.filter((each) => (each === value ? !picked.includes(each) : picked.includes(each)))
}

/** Breaks of lines have no value: their place is what they are called. */
export function keyed<T extends { value?: string }>(tokens: readonly T[]): (T & { key: string })[] {
  return tokens.map((token, at) => ({ ...token, key: token.value ?? `line-${at}` }))
}

/** Words to mark. */
export function NativeTokens({ widget, id, answers, onAnswers, isLocked }: Tokens) {
  const picked = answers[widget.name] ?? []
  const all = widget.tokens.flatMap(({ value }) => (value === undefined ? [] : [value]))
  return (
    <p className="tokens">
      {keyed(widget.tokens).map(({ key, value, text }) =>
        value === undefined ? (
          <br key={key} />
        ) : (
          <label key={key} className="tokens__word">
            <input
              type="checkbox"
              name={fieldName(id, widget.name, value)}
              value="on"
              disabled={isLocked}
              checked={picked.includes(value)}
              onChange={() => onAnswers(withAnswer(answers, widget.name, toggled(all, picked, value)))}
            />
            <span>{text}</span>
          </label>
        ),
      )}
    </p>
  )
}
