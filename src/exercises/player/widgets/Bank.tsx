import { ThingSound, ThingText } from '../native/ThingText.tsx'
import { type AnswerProps, say } from '../state/contract.ts'
import type { Thing, usePlacing } from './use-placing.ts'

interface Props extends Pick<AnswerProps, 'texts'> {
  things: readonly Thing[]
  /** Values of what lies somewhere already. */
  used: ReadonlySet<string | undefined>
  thingProps: ReturnType<typeof usePlacing>['thingProps']
}

/** The things that wait to be placed, with the word how. */
export function Bank({ things, used, thingProps, texts }: Props) {
  return (
    <>
      <p className="soft small">{say(texts, 'howPlace')}</p>
      <ul className="bank" aria-label={say(texts, 'bank')}>
        {things.map(({ value, words = '', place = 0, ...thing }) => (
          <li key={value}>
            <button
              {...thingProps(value)}
              className={`chip-thing${used.has(value) ? ' chip-thing--used' : ''}`}
            >
              <ThingText {...thing} />
            </button>
            <ThingSound thing={{ ...thing, words }} place={place} texts={texts} />
          </li>
        ))}
      </ul>
    </>
  )
}
