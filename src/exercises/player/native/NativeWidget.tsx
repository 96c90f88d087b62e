import { Fragment, type KeyboardEvent } from 'react'
import { RichText } from '../RichText.tsx'
import { type PropsOf, say, type WidgetProps, withAnswer } from '../state/contract.ts'
import { fieldName } from '../state/fields.ts'
import { NativeListen, NativeSlider, NativeText, NativeWords } from './NativeFields.tsx'
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
import { labelled, ThingSound, ThingText } from './ThingText.tsx'

/** One part of an element as a plain form shows it: every answer can be given without script, by keyboard and by voice. */
export function NativeWidget(props: WidgetProps) {
  const { widget, texts } = props
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
      return <NativeText {...props} widget={widget} />
    case 'slider':
      return <NativeSlider {...props} widget={widget} />
    case 'tokens':
      return <NativeTokens {...props} widget={widget} />
    case 'words':
      return <NativeWords {...props} widget={widget} />
    case 'places':
      return <NativePlaces {...props} widget={widget} />
    case 'listen':
      return <NativeListen {...props} widget={widget} />
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

function NativeChoice({ widget, id, answers, onAnswers, isLocked, texts }: PropsOf<'choice'>) {
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
