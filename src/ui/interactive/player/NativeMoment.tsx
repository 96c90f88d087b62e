import { assetAddress } from '#shared/interactive/assets.ts'
import { writeClock } from '#shared/interactive/clock.ts'
import type { Widget } from '#shared/interactive/widget.ts'
import { type Outcome, say } from './contract.ts'
import { NativeWidget, type WidgetProps } from './NativeWidget.tsx'

type Moment = Extract<Widget, { kind: 'moment' }>

/** What is asked at one second of a video; after a wrong answer with the place to look at again. */
export function NativeMoment({ widget, ...props }: Omit<WidgetProps, 'widget'> & { widget: Moment }) {
  const { at, text, asks, again } = widget
  return (
    <div className="moment">
      <p>
        <span className="soft">{writeClock(at)}</span> <strong>{text}</strong>
      </p>
      {asks && <NativeWidget {...props} widget={asks} />}
      {asks && again && isWrong(props.outcome, asks.name) && (
        <p>
          {again.asset === '' ? (
            say(props.texts, 'watchAgain', { time: writeClock(again.at) })
          ) : (
            // What was typed stays where it is.
            <a href={`${assetAddress(again.asset)}#t=${again.at}`} target="_blank" rel="noopener">
              {say(props.texts, 'watchAgain', { time: writeClock(again.at) })}
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
