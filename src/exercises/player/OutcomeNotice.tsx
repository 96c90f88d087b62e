import { directionOf } from '#exercises/model/text/direction.ts'
import { Icon } from '#kit/media/Icon.tsx'
import { type Outcome, say, type Texts } from './state/contract.ts'

interface Props {
  id: string
  outcome: Outcome
  lang: string
  texts: Texts
}

/** What came of an answer, in words, with the solution for who asks. Focus comes here after checking. */
export function OutcomeNotice({ id, outcome, lang, texts }: Props) {
  const { state, raw, max, comment, solution = [] } = outcome
  if (state === 'ungraded') return null
  if (state === 'pending')
    return (
      <p className="soft" lang={lang} dir={directionOf(lang)}>
        {say(texts, 'pending')}
      </p>
    )
  const isRight = state === 'correct'
  const figure = (value: number) => new Intl.NumberFormat(lang, { maximumFractionDigits: 2 }).format(value)
  return (
    <div className={`notice notice--${isRight ? 'success' : 'info'}`} id={`${id}-outcome`} tabIndex={-1}>
      <Icon name={isRight ? 'check' : 'info'} />
      <div>
        <p className="notice__title" lang={lang} dir={directionOf(lang)}>
          {say(texts, state)} {say(texts, 'score', { raw: figure(raw), max: figure(max) })}
        </p>
        {comment && <p>{comment}</p>}
        {!isRight && solution.length > 0 && (
          <details>
            <summary lang={lang} dir={directionOf(lang)}>
              {say(texts, 'solution')}
            </summary>
            <ul>
              {solution.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </div>
  )
}
