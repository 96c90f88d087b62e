import { useState } from 'react'
import { say, type Texts } from '#exercises/player/state/contract.ts'
import { type GapRow, makeGap, readGapRows, withGap, withoutGap } from '../state/gap-rows.ts'
import { Line, Things } from './LeftFields.tsx'

interface Props {
  /** Of the field the text is typed in. */
  id: string
  /** What its gaps take: several right answers, wrong ones to choose from, or one word. */
  takes: 'others' | 'wrong' | 'word'
  value: string
  texts: Texts
  onValue: (value: string) => void
}

/** Makes gaps of words that are selected in a text, and lists those it has. */
export function GapTools({ id, takes, value, texts, onValue }: Props) {
  const [notice, setNotice] = useState('')
  // Numbered as they stand: a gap that is changed stays the same one.
  const gaps = readGapRows(value).map((gap, at) => ({ gap, number: at + 1 }))

  function handleMake(): void {
    const field = document.getElementById(id)
    if (!(field instanceof HTMLTextAreaElement)) return
    const made = makeGap(value, field.selectionStart, field.selectionEnd)
    setNotice(made ? say(texts, 'gapMade', { name: made.word }) : say(texts, 'selectWord'))
    if (!made) return
    onValue(made.typed)
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(made.end, made.end)
    })
  }

  return (
    <>
      <div className="actions">
        <button type="button" className="button button--small" onClick={handleMake}>
          {say(texts, 'makeGap')}
        </button>
        <span className="soft small">{say(texts, 'makeGapHint')}</span>
      </div>
      <p className="soft small" role="status">
        {notice}
      </p>
      {gaps.length > 0 && (
        <ul className="rows">
          {gaps.map(({ gap, number }) => (
            <li key={number} className="list-field__row">
              <GapFields
                gap={gap}
                number={number}
                takes={takes}
                texts={texts}
                onGap={(change) => onValue(withGap(value, gap, change))}
              />
              <button
                type="button"
                className="button button--plain button--small"
                aria-label={say(texts, 'unmakeGap', { name: gap.answers[0] ?? '' })}
                onClick={() => onValue(withoutGap(value, gap))}
              >
                ✕
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface FieldsProps extends Pick<Props, 'takes' | 'texts'> {
  gap: GapRow
  number: number
  onGap: (change: Partial<GapRow>) => void
}

function GapFields({ gap, number, takes, texts, onGap }: FieldsProps) {
  const [first = '', ...others] = gap.answers
  const named = (column: string) =>
    `${say(texts, `column.${column}`)} (${say(texts, 'gapNumber', { number })})`
  return (
    <>
      <Line
        label={named('gapWord')}
        text={first}
        onText={(word) => onGap({ answers: [word || first, ...others] })}
      />
      {takes !== 'word' && (
        <Things
          label={named(takes === 'others' ? 'gapOthers' : 'gapWrong')}
          things={others}
          onThings={(things) => onGap({ answers: [first, ...things] })}
        />
      )}
      {takes === 'others' && <Line label={named('tip')} text={gap.tip} onText={(tip) => onGap({ tip })} />}
    </>
  )
}
