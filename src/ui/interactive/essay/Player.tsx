import { isFormatted, plainWritten } from '#shared/interactive/written-text.ts'
import { type AnswerProps, say, withAnswer } from '../player/contract.ts'
import { fieldName } from '../player/fields.ts'
import { NativeWidget } from '../player/NativeWidget.tsx'
import { WrittenText } from '../WrittenText.tsx'
import { marked, type Tool, tools } from './marks.ts'

/** A text with signs for what is bold, italic or a list; buttons write them, and below it stands how it looks. */
export function Player(props: AnswerProps) {
  const { element, answers, onAnswers, isLocked, texts } = props
  const widget = element.widgets.find((each) => each.kind === 'text')
  if (!widget) return null
  const { name, most = 0 } = widget
  const id = fieldName(element.id, name)
  const text = answers[name]?.[0] ?? ''

  function press(tool: Tool): void {
    const field = document.getElementById(id)
    if (!(field instanceof HTMLTextAreaElement) || isLocked) return
    const { value, selectionStart, selectionEnd } = field
    const { from, to, words, selection } = marked(value, selectionStart, selectionEnd, tool)
    if (value.length - (to - from) + words.length > field.maxLength) return
    field.focus()
    field.setSelectionRange(from, to)
    // The only way that the browser's own undo knows.
    const isDone = document.execCommand('insertText', false, words)
    if (!isDone) onAnswers(withAnswer(answers, name, [value.slice(0, from) + words + value.slice(to)]))
    requestAnimationFrame(() => field.setSelectionRange(...selection))
  }

  return (
    <div className="column">
      <fieldset className="actions" aria-label={say(texts, 'writeTools')} aria-controls={id}>
        {tools.map((tool) => (
          <button
            key={tool}
            type="button"
            className="button button--small"
            aria-disabled={isLocked}
            onClick={() => press(tool)}
          >
            {say(texts, tool)}
          </button>
        ))}
      </fieldset>
      <NativeWidget {...props} id={element.id} widget={widget} />
      {most > 0 && <p className="soft small">{`${plainWritten(text).length} / ${most}`}</p>}
      {isFormatted(text) && (
        <section className="panel" aria-label={say(texts, 'looks')}>
          <p className="soft small">{say(texts, 'looks')}</p>
          <WrittenText text={text} />
        </section>
      )}
    </div>
  )
}
