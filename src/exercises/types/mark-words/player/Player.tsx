import { type KeyboardEvent, useRef, useState } from 'react'
import type { Widget } from '#exercises/model/task/widget.ts'
import { keyed, markable, ReadToken, toggledOf } from '#exercises/player/native/NativeTokens.tsx'
import { NativeWidget } from '#exercises/player/native/NativeWidget.tsx'
import { type AnswerProps, say, withAnswer } from '#exercises/player/state/contract.ts'
import { stepOf } from '#exercises/player/widgets/use-placing.ts'

/** Words to mark, one stop of the tab key: arrows move, space and enter mark. */
export function Player(props: AnswerProps) {
  return props.element.widgets.map((widget) =>
    widget.kind === 'tokens' ? (
      <Tokens key={widget.kind} {...props} widget={widget} />
    ) : (
      <NativeWidget key={widget.kind} {...props} id={props.element.id} widget={widget} />
    ),
  )
}

function Tokens({
  widget: { name, tokens, most },
  answers,
  onAnswers,
  isLocked,
  texts,
}: AnswerProps & { widget: Extract<Widget, { kind: 'tokens' }> }) {
  const [active, setActive] = useState(0)
  const strip = useRef<HTMLDivElement>(null)
  const words = markable({ tokens })
  const picked = answers[name] ?? []

  function handleKey(event: KeyboardEvent, at: number): void {
    const next = stepOf(event, at, words.length)
    if (next === undefined) return
    event.preventDefault()
    setActive(next)
    strip.current?.querySelectorAll<HTMLElement>('button')[next]?.focus()
  }

  return (
    <>
      <p className="soft small">
        {say(texts, 'howTokens')} {most && say(texts, 'mostTokens', { number: most })}
      </p>
      <div className="tokens" ref={strip}>
        {keyed(tokens).map(({ key, value, text }) => {
          if (value === undefined) return <ReadToken key={key} text={text} />
          const at = words.indexOf(value)
          return (
            <button
              key={key}
              type="button"
              className="tokens__word"
              aria-pressed={picked.includes(value)}
              tabIndex={at === active ? 0 : -1}
              disabled={isLocked}
              onFocus={() => setActive(at)}
              onKeyDown={(event) => handleKey(event, at)}
              onClick={() =>
                onAnswers(withAnswer(answers, name, toggledOf({ all: words, most }, picked, value)))
              }
            >
              {text}
            </button>
          )
        })}
      </div>
    </>
  )
}
