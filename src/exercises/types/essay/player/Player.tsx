import './essay.css'
import { useEffect, useRef, useState } from 'react'
import { plainWritten } from '#exercises/model/text/written-text.ts'
import { type AnswerProps, say, withAnswer } from '#exercises/player/state/contract.ts'
import { fieldName } from '#exercises/player/state/fields.ts'
import { shortcuts, type Tool, tools } from './tools.ts'
import { attachWriting, type Writing } from './writing.ts'

/** A div, because no field of a form shows what is bold. */
const asTextbox = (id: string, isLocked: boolean) =>
  ({
    ...{ role: 'textbox', tabIndex: 0, 'aria-multiline': true, 'aria-readonly': isLocked },
    ...{ 'aria-labelledby': `${id}-label`, 'aria-describedby': `${id}-count` },
  }) as const

/** A text as it looks while it is written: what is bold is bold, what is a list is one. */
export function Player({ element, answers, onAnswers, isLocked, texts }: AnswerProps) {
  const widget = element.widgets.find((each) => each.kind === 'text')
  const { name = 'text', maxLength = 0, most = 0 } = widget ?? {}
  const text = answers[name]?.[0] ?? ''
  const id = fieldName(element.id, name)
  const field = useRef<HTMLDivElement>(null)
  const writing = useRef<Writing>(undefined)
  const [on, setOn] = useState<ReadonlySet<Tool>>(new Set())
  const tell = (written: string) => onAnswers(withAnswer(answers, name, [written]))
  const teller = useRef(tell)
  teller.current = tell

  useEffect(() => {
    if (!field.current) return
    const attached = attachWriting(field.current, {
      most: maxLength,
      onText: (written) => teller.current(written),
      onTools: setOn,
    })
    writing.current = attached
    return attached.stop
  }, [maxLength])
  useEffect(() => writing.current?.show(text), [text])

  return (
    <div className="field">
      <span className="field__label" id={`${id}-label`}>
        {say(texts, 'answer')}
      </span>
      <fieldset className="actions written-tools" aria-label={say(texts, 'writeTools')} aria-controls={id}>
        {tools.map((tool) => (
          <button
            key={tool}
            type="button"
            className="button button--small"
            aria-pressed={on.has(tool)}
            aria-disabled={isLocked}
            aria-keyshortcuts={shortcuts[tool]}
            // What is chosen stays chosen.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => writing.current?.run(tool)}
          >
            {say(texts, tool)}
          </button>
        ))}
      </fieldset>
      <div
        className="input written prose"
        id={id}
        ref={field}
        {...asTextbox(id, isLocked)}
        contentEditable={!isLocked}
        suppressContentEditableWarning
      />
      <p className="soft small" id={`${id}-count`}>
        {most > 0 && `${plainWritten(text).length} / ${most}`}
      </p>
    </div>
  )
}
