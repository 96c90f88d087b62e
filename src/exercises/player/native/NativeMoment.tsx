import type { ReactNode } from 'react'
import { assetAddress } from '#exercises/model/media/assets.ts'
import { writeClock } from '#exercises/model/task/clock.ts'
import type { Widget } from '#exercises/model/task/widget.ts'
import { type Outcome, say, type Texts } from '../state/contract.ts'

interface Props {
  widget: Extract<Widget, { kind: 'moment' }>
  outcome: Outcome | undefined
  texts: Texts
  /** What answers it. */
  children: ReactNode
}

/** What is asked at one second of a video; after a wrong answer with the place to look at again. */
export function NativeMoment({ widget, outcome, texts, children }: Props) {
  const { at, text, asks, again } = widget
  return (
    <div className="moment">
      <p>
        <span className="soft">{writeClock(at)}</span> <strong>{text}</strong>
      </p>
      {children}
      {asks && again && isWrong(outcome, asks.name) && (
        <p>
          {again.asset === '' ? (
            say(texts, 'watchAgain', { time: writeClock(again.at) })
          ) : (
            // What was typed stays where it is.
            <a href={`${assetAddress(again.asset)}#t=${again.at}`} target="_blank" rel="noopener">
              {say(texts, 'watchAgain', { time: writeClock(again.at) })}
            </a>
          )}
        </p>
      )}
    </div>
  )
}

/** Where nobody may know which part was wrong, all of them may have been. */
function isWrong(outcome: Outcome | undefined, name: string): boolean {
  if (!outcome || outcome.state === 'correct') return false
  const parts = outcome.parts ?? []
  return parts.length === 0 || parts.some(({ id, isRight }) => id === name && !isRight)
}
