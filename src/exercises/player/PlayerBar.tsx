import { say, type Texts } from './state/contract.ts'

interface Props {
  texts: Texts
  isOnline: boolean
  /** No task can be read aloud here. */
  isSilent: boolean
  isLasting: boolean
  isResumed: boolean
  hasWaiting: boolean
  count: number
  /** The one task that is shown; undefined: all of them. */
  shown: number | undefined
  onShow: (shown: number | undefined) => void
  onAgain: () => void
}

/** What stands above the tasks: how they are shown, and what there is to know about the network. */
export function PlayerBar({
  texts,
  isOnline,
  isSilent,
  isLasting,
  isResumed,
  hasWaiting,
  count,
  shown,
  onShow,
  onAgain,
}: Props) {
  return (
    <div className="column">
      {!isOnline && <p className="notice notice--warning">{say(texts, 'offline')}</p>}
      {isOnline && hasWaiting && <p className="notice notice--info">{say(texts, 'checking')}</p>}
      {!isLasting && <p className="notice notice--warning">{say(texts, 'unkept')}</p>}
      {isSilent && <p className="soft small">{say(texts, 'noReading')}</p>}
      {isResumed && (
        <div className="notice notice--info">
          <p>{say(texts, 'resumed')}</p>
          <button type="button" className="button button--small" onClick={onAgain}>
            {say(texts, 'startAgain')}
          </button>
        </div>
      )}
      {count > 1 && (
        <div className="actions">
          <button
            type="button"
            className="button button--small"
            onClick={() => onShow(shown === undefined ? 0 : undefined)}
          >
            {say(texts, shown === undefined ? 'oneByOne' : 'allAtOnce')}
          </button>
          {shown !== undefined && (
            <span className="soft small">{say(texts, 'progress', { number: shown + 1, count })}</span>
          )}
        </div>
      )}
    </div>
  )
}

/** The way from one task to the next where one is shown alone. */
export function PlayerSteps({
  texts,
  count,
  shown,
  onShow,
}: Pick<Props, 'texts' | 'count' | 'onShow'> & { shown: number }) {
  return (
    <div className="actions">
      <button
        type="button"
        className="button"
        aria-disabled={shown === 0}
        onClick={() => onShow(Math.max(0, shown - 1))}
      >
        {say(texts, 'previous')}
      </button>
      <button
        type="button"
        className="button"
        aria-disabled={shown >= count - 1}
        onClick={() => onShow(Math.min(count - 1, shown + 1))}
      >
        {say(texts, 'next')}
      </button>
    </div>
  )
}
