import { useEffect } from 'react'
import { isFormatted, plainWritten } from '#shared/interactive/written-text.ts'
import { type AnswerProps, say, withAnswer } from '../player/contract.ts'
import { fieldName } from '../player/fields.ts'
import { WrittenText } from '../WrittenText.tsx'
import { type Tool, tools } from './marks.ts'
import { shortcuts, toolOf, writeSigns } from './write-signs.ts'

/**
 * What stands around the plain field of a text with signs for what is bold, italic or a list. The field itself stays as it is:
 * who types while this arrives goes on.
 */
function fieldOf({ element, answers }: AnswerProps) {
  const widget = element.widgets.find((each) => each.kind === 'text')
  if (!widget) return undefined
  const { name, most = 0 } = widget
  return { id: fieldName(element.id, name), name, most, text: answers[name]?.[0] ?? '' }
}

/** Buttons that write the signs, as do Ctrl+B and Ctrl+I. */
export function Before(props: AnswerProps) {
  const { answers, onAnswers, isLocked, texts } = props
  const { id = '', name = '' } = fieldOf(props) ?? {}

  function press(tool: Tool): void {
    const field = document.getElementById(id)
    if (!(field instanceof HTMLTextAreaElement) || isLocked) return
    const text = writeSigns(field, tool)
    if (text !== undefined) onAnswers(withAnswer(answers, name, [text]))
  }

  useEffect(() => {
    const field = document.getElementById(id)
    const write = (event: KeyboardEvent) => {
      const tool = toolOf(event)
      if (!tool) return
      event.preventDefault()
      press(tool)
    }
    field?.addEventListener('keydown', write)
    return () => field?.removeEventListener('keydown', write)
  })

  return (
    <fieldset className="actions" aria-label={say(texts, 'writeTools')} aria-controls={id}>
      {tools.map((tool) => (
        <button
          key={tool}
          type="button"
          className="button button--small"
          aria-disabled={isLocked}
          aria-keyshortcuts={shortcuts[tool]}
          onClick={() => press(tool)}
        >
          {say(texts, tool)}
        </button>
      ))}
    </fieldset>
  )
}

/** How much it is, and how it looks. */
export function After(props: AnswerProps) {
  const { texts } = props
  const { text = '', most = 0 } = fieldOf(props) ?? {}
  return (
    <>
      {most > 0 && <p className="soft small">{`${plainWritten(text).length} / ${most}`}</p>}
      {isFormatted(text) && (
        <section className="panel" aria-label={say(texts, 'looks')}>
          <p className="soft small">{say(texts, 'looks')}</p>
          <WrittenText text={text} />
        </section>
      )}
    </>
  )
}
