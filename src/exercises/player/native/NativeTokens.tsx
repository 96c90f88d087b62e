import type { Widget } from '#exercises/model/task/widget.ts'
import type { WidgetProps } from '../state/contract.ts'
import { say, withAnswer } from '../state/contract.ts'
import { fieldName } from '../state/fields.ts'

type Tokens = Omit<WidgetProps, 'widget'> & { widget: Extract<Widget, { kind: 'tokens' }> }

/** The values of one name with one of them ticked or not, in the order of the options. */
export function toggled(all: readonly string[], picked: readonly string[], value: string): string[] {
  return all.filter((each) => (each === value ? !picked.includes(each) : picked.includes(each)))
}

/** The same where no more than `most` may be picked: of one, another takes its place; what is too much changes nothing. */
export function toggledOf(
  { all, most }: { all: readonly string[]; most: number | undefined },
  picked: readonly string[],
  value: string,
): string[] {
  const next = toggled(all, picked, value)
  if (most === undefined || next.length <= most) return next
  return most === 1 ? [value] : [...picked]
}

/** Words that can be marked, in their order. */
export function markable({ tokens }: Pick<Tokens['widget'], 'tokens'>): string[] {
  return tokens.flatMap(({ value }) => (value === undefined ? [] : [value]))
}

/** What is read between words to mark: the end of a line, or words. */
export function ReadToken({ text }: { text: string }) {
  return text === '\n' ? <br /> : <span className="tokens__read">{text}</span>
}

/** What is only read has no value: its place is what it is called. */
export function keyed<T extends { value?: string }>(tokens: readonly T[]): (T & { key: string })[] {
  return tokens.map((token, at) => ({ ...token, key: token.value ?? `read-${at}` }))
}

/** Words to mark. */
export function NativeTokens({ widget, id, answers, onAnswers, isLocked, texts }: Tokens) {
  const picked = answers[widget.name] ?? []
  const all = markable(widget)
  return (
    <>
      {widget.most && <p className="soft small">{say(texts, 'mostTokens', { number: widget.most })}</p>}
      <p className="tokens">
        {keyed(widget.tokens).map(({ key, value, text }) =>
          value === undefined ? (
            <ReadToken key={key} text={text} />
          ) : (
            <label key={key} className="tokens__word">
              <input
                type="checkbox"
                name={fieldName(id, widget.name, value)}
                value="on"
                disabled={isLocked}
                checked={picked.includes(value)}
                onChange={() =>
                  onAnswers(
                    withAnswer(answers, widget.name, toggledOf({ all, most: widget.most }, picked, value)),
                  )
                }
              />
              <span>{text}</span>
            </label>
          ),
        )}
      </p>
    </>
  )
}
