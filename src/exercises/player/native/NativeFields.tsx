import { type PropsOf, say, type WidgetProps, withAnswer } from '../state/contract.ts'
import { fieldName } from '../state/fields.ts'
import { NativeSound } from './NativeSound.tsx'
import { NumberLine } from './NumberLine.tsx'

/** What a field says now, and what is said by it. */
function fieldOf({ id, answers, onAnswers, isLocked }: Omit<WidgetProps, 'widget'>, name: string) {
  return {
    id: fieldName(id, name),
    name: fieldName(id, name),
    value: answers[name]?.[0] ?? '',
    disabled: isLocked,
    onChange: ({ target }: { target: { value: string } }) =>
      onAnswers(withAnswer(answers, name, [target.value])),
  }
}

/** A word, a number or a longer text. */
export function NativeText(props: PropsOf<'text'>) {
  const { widget, texts } = props
  const shared = { className: 'input', ...fieldOf(props, widget.name), maxLength: widget.maxLength }
  return (
    <div className="field">
      <label className="field__label" htmlFor={shared.id}>
        {say(texts, 'answer')}
        {widget.unit && ` (${widget.unit})`}
      </label>
      {widget.lines > 1 ? (
        <textarea {...shared} rows={widget.lines} />
      ) : (
        <input {...shared} inputMode={widget.isNumber ? 'decimal' : 'text'} autoComplete="off" />
      )}
      {widget.isRich && <p className="field__hint">{say(texts, 'writeHint')}</p>}
    </div>
  )
}

/** A number between two others. */
export function NativeSlider(props: PropsOf<'slider'>) {
  const { widget, id, answers, onAnswers, isLocked, texts } = props
  const { name, min, max, step, unit, isLine } = widget
  const shared = fieldOf(props, name)
  if (isLine)
    return (
      <NumberLine
        widget={widget}
        id={id}
        said={shared.value}
        onSay={(value) => onAnswers(withAnswer(answers, name, [value]))}
        isLocked={isLocked}
        texts={texts}
      />
    )
  return (
    <div className="field">
      <label className="field__label" htmlFor={shared.id}>
        {`${say(texts, 'answer')} (${min} – ${max} ${unit})`}
      </label>
      <input className="input" type="number" {...shared} min={min} max={max} step={step} />
    </div>
  )
}

/** The words of a crossword, one below the other. */
export function NativeWords(props: PropsOf<'words'>) {
  return (
    <ol className="rows">
      {props.widget.words.map(({ name, text, length, number }) => (
        <li key={name} className="rows__row">
          <label htmlFor={fieldName(props.id, name)}>{`${number} ${text} (${length})`}</label>
          <input
            className="input"
            {...fieldOf(props, name)}
            // A word that crosses may have left letters here: whoever writes it writes all of it.
            onFocus={({ target }) => target.select()}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={60}
          />
        </li>
      ))}
    </ol>
  )
}

/** A sentence that is heard and written down. */
export function NativeListen(props: PropsOf<'listen'>) {
  const { widget, texts } = props
  const shared = fieldOf(props, widget.name)
  return (
    <div className="field">
      <label className="field__label" htmlFor={shared.id}>
        {say(texts, 'listen')}
      </label>
      {widget.sound !== '' && <NativeSound widget={{ asset: widget.sound, transcript: '' }} texts={texts} />}
      {widget.sound === '' && widget.text === '' && <p className="soft small">{say(texts, 'readInClass')}</p>}
      {widget.text !== '' && (
        <details>
          <summary>{say(texts, 'readAloud')}</summary>
          <p lang={widget.lang || undefined}>{widget.text}</p>
        </details>
      )}
      <textarea className="input" {...shared} rows={2} maxLength={500} spellCheck={false} />
    </div>
  )
}
