import { Fragment, type KeyboardEvent } from 'react'
import type { Widget } from '#shared/interactive/widget.ts'
import { RichText } from '../RichText.tsx'
import { say, type WidgetProps, withAnswer } from './contract.ts'
import { fieldName } from './fields.ts'
import { NativeGaps } from './NativeGaps.tsx'
import { NativeDrawing, NativeFile } from './NativeMade.tsx'
import { NativeMoment } from './NativeMoment.tsx'
import { NativePlaces } from './NativePlaces.tsx'
import { NativeRows } from './NativeRows.tsx'
import { NativeCards, NativeGrid, NativePairs, NativePicture } from './NativeShown.tsx'
import { NativeSound } from './NativeSound.tsx'
import { NativeTicks } from './NativeTicks.tsx'
import { NativeTokens, toggled } from './NativeTokens.tsx'
import { NativeVideo } from './NativeVideo.tsx'
import { NumberLine } from './NumberLine.tsx'
import { labelled, ThingSound, ThingText } from './ThingText.tsx'

/** One part of an element as a plain form shows it: every answer can be given without script, by keyboard and by voice. */
export function NativeWidget(props: WidgetProps) {
  const { widget, id, answers, onAnswers, isLocked, texts } = props
  const said = (name: string) => answers[name]?.[0] ?? ''
  const answer = (name: string, value: string) => onAnswers(withAnswer(answers, name, [value]))
  const shared = (name: string) => ({
    id: fieldName(id, name),
    name: fieldName(id, name),
    value: said(name),
    disabled: isLocked,
    onChange: ({ target }: { target: { value: string } }) => answer(name, target.value),
  })
  switch (widget.kind) {
    case 'choice':
      return <NativeChoice {...props} widget={widget} />
    case 'rows': {
      const Rows = widget.isMulti ? NativeTicks : NativeRows
      return <Rows {...props} widget={widget} />
    }
    case 'gaps':
      return <NativeGaps {...props} widget={widget} />
    case 'text':
      return (
        <div className="field">
          <label className="field__label" htmlFor={fieldName(id, widget.name)}>
            {say(texts, 'answer')}
            {widget.unit && ` (${widget.unit})`}
          </label>
          {widget.lines > 1 ? (
            <textarea
              className="input"
              {...shared(widget.name)}
              rows={widget.lines}
              maxLength={widget.maxLength}
            />
          ) : (
            <input
              className="input"
              {...shared(widget.name)}
              maxLength={widget.maxLength}
              inputMode={widget.isNumber ? 'decimal' : 'text'}
              autoComplete="off"
            />
          )}
          {widget.isRich && <p className="field__hint">{say(texts, 'writeHint')}</p>}
        </div>
      )
    case 'slider':
      if (widget.isLine)
        return (
          <NumberLine
            widget={widget}
            id={id}
            said={said(widget.name)}
            onSay={(value) => answer(widget.name, value)}
            isLocked={isLocked}
            texts={texts}
          />
        )
      return (
        <div className="field">
          <label className="field__label" htmlFor={fieldName(id, widget.name)}>
            {`${say(texts, 'answer')} (${widget.min} – ${widget.max} ${widget.unit})`}
          </label>
          <input
            className="input"
            type="number"
            {...shared(widget.name)}
            min={widget.min}
            max={widget.max}
            step={widget.step}
          />
        </div>
      )
    case 'tokens':
      return <NativeTokens {...props} widget={widget} />
    case 'words':
      return (
        <ol className="rows">
          {widget.words.map(({ name, text, length, number }) => (
            <li key={name} className="rows__row">
              <label htmlFor={fieldName(id, name)}>{`${number} ${text} (${length})`}</label>
              <input
                className="input"
                {...shared(name)}
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
    case 'places':
      return <NativePlaces {...props} widget={widget} />
    case 'listen':
      return (
        <div className="field">
          <label className="field__label" htmlFor={fieldName(id, widget.name)}>
            {say(texts, 'listen')}
          </label>
          {widget.sound !== '' && (
            <NativeSound widget={{ asset: widget.sound, transcript: '' }} texts={texts} />
          )}
          {widget.sound === '' && widget.text === '' && (
            <p className="soft small">{say(texts, 'readInClass')}</p>
          )}
          {widget.text !== '' && (
            <details>
              <summary>{say(texts, 'readAloud')}</summary>
              <p lang={widget.lang || undefined}>{widget.text}</p>
            </details>
          )}
          <textarea className="input" {...shared(widget.name)} rows={2} maxLength={500} spellCheck={false} />
        </div>
      )
    case 'grid':
      return <NativeGrid widget={widget} label={say(texts, 'grid')} />
    case 'cards':
      return <NativeCards {...props} widget={widget} />
    case 'pairs':
      return <NativePairs {...props} widget={widget} />
    case 'picture':
      return <NativePicture picture={widget.picture} marks={widget.marks} texts={texts} />
    case 'sound':
      return <NativeSound widget={widget} texts={texts} />
    case 'video':
      return <NativeVideo widget={widget} texts={texts} />
    case 'moment':
      return (
        <NativeMoment widget={widget} outcome={props.outcome} texts={texts}>
          {widget.asks && <NativeWidget {...props} widget={widget.asks} />}
        </NativeMoment>
      )
    case 'sections':
      return widget.sections.map(({ title, html }) =>
        title ? (
          <details key={title} className="panel">
            <summary>{title}</summary>
            <div className="prose">
              <RichText html={html} />
            </div>
          </details>
        ) : (
          <div key={html} className="prose">
            <RichText html={html} />
          </div>
        ),
      )
    case 'link':
      return (
        <p>
          <a href={widget.address} rel="nofollow noopener noreferrer">
            {widget.text}
          </a>
        </p>
      )
    case 'drawing':
      return <NativeDrawing {...props} widget={widget} />
    case 'file':
      return <NativeFile {...props} widget={widget} />
    case 'paper':
      return (
        <Tick {...props} name={widget.name}>
          {say(texts, 'onPaper')}
        </Tick>
      )
  }
}

type Of<K extends Widget['kind']> = Omit<WidgetProps, 'widget'> & { widget: Extract<Widget, { kind: K }> }

/** A tick that means yes. */
function Tick({
  name,
  children,
  id,
  answers,
  onAnswers,
  isLocked,
}: Omit<WidgetProps, 'widget' | 'texts'> & { name: string; children: string }) {
  return (
    <label className="check">
      <input
        type="checkbox"
        name={fieldName(id, name)}
        value="on"
        checked={answers[name]?.[0] === 'on'}
        disabled={isLocked}
        onChange={({ target }) => onAnswers(withAnswer(answers, name, [target.checked ? 'on' : '']))}
      />
      <span>{children}</span>
    </label>
  )
}

function NativeChoice({ widget, id, answers, onAnswers, isLocked, texts }: Of<'choice'>) {
  const { name, isMulti, options } = widget
  const picked = answers[name] ?? []
  const all = options.map(({ value }) => value)
  const pick = (value: string) =>
    onAnswers(withAnswer(answers, name, isMulti ? toggled(all, picked, value) : [value]))

  /** A digit answers where the focus is among the answers. */
  function handleKey(event: KeyboardEvent): void {
    const option = /^[1-9]$/.test(event.key) ? options[Number(event.key) - 1] : undefined
    if (!option || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    pick(option.value)
    document.getElementById(fieldName(id, name, option.value))?.focus()
  }

  return (
    <fieldset className="answers" disabled={isLocked}>
      <legend className="hide-visually">{say(texts, 'answer')}</legend>
      {labelled(options, texts).map(({ value, ...thing }, at) => (
        <Fragment key={value}>
          <label className="check check--top" htmlFor={fieldName(id, name, value)}>
            <input
              type={isMulti ? 'checkbox' : 'radio'}
              id={fieldName(id, name, value)}
              name={isMulti ? fieldName(id, name, value) : fieldName(id, name)}
              value={isMulti ? 'on' : value}
              checked={picked.includes(value)}
              aria-keyshortcuts={at < 9 ? String(at + 1) : undefined}
              onKeyDown={handleKey}
              onChange={() => pick(value)}
            />
            <span>
              <ThingText {...thing} />
            </span>
          </label>
          <ThingSound thing={thing} place={at + 1} texts={texts} />
        </Fragment>
      ))}
    </fieldset>
  )
}
