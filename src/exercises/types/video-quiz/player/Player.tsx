import { useCallback, useRef, useState } from 'react'
import { writeClock } from '#exercises/model/task/clock.ts'
import type { Answers, Widget } from '#exercises/model/task/widget.ts'
import { NativeMoment } from '#exercises/player/native/NativeMoment.tsx'
import { NativeVideo } from '#exercises/player/native/NativeVideo.tsx'
import { NativeWidget } from '#exercises/player/native/NativeWidget.tsx'
import { type AnswerProps, say } from '#exercises/player/state/contract.ts'
import { crossed } from './crossed.ts'

type Moment = Extract<Widget, { kind: 'moment' }>

/** A video that stops at its questions; each is also reached by its button, in any order. */
export function Player(props: AnswerProps) {
  const { element, answers, texts, announce, judge } = props
  const moments = element.widgets.filter((widget): widget is Moment => widget.kind === 'moment')
  const [open, setOpen] = useState<string>()
  const video = useRef<HTMLVideoElement>(null)
  const question = useRef<HTMLDivElement>(null)
  const last = useRef(0)
  const stop = useRef<(moment: Moment) => void>(() => undefined)
  stop.current = (moment) => {
    video.current?.pause()
    if (document.fullscreenElement) void document.exitFullscreen()
    show(moment)
  }

  function show(moment: Moment): void {
    setOpen(moment.name)
    announce(say(texts, 'momentReached', { time: writeClock(moment.at) }))
    requestAnimationFrame(() => question.current?.focus())
  }

  function handleGo(moment: Moment): void {
    if (video.current) {
      video.current.pause()
      last.current = moment.at
      video.current.currentTime = moment.at
    }
    show(moment)
  }

  /** After a wrong answer back to where it is said, after a right one to where its author goes on. */
  async function turn({ again, onward, asks }: Moment): Promise<void> {
    if (!asks || (!again && onward === undefined)) return
    const isRight = await judge?.(asks.name)
    const at = isRight === undefined ? undefined : isRight ? onward : again?.at
    if (at === undefined || !video.current) return
    last.current = at
    video.current.currentTime = at
    announce(say(texts, isRight ? 'watchOn' : 'watchAgain', { time: writeClock(at) }))
  }

  async function handleOn(moment: Moment): Promise<void> {
    if (isAnswered(moment, answers)) await turn(moment)
    setOpen(undefined)
    video.current?.focus()
    // Browsers may want another press for it: their own button is there, too.
    void video.current?.play().catch(() => undefined)
  }

  const all = useRef(moments)
  all.current = moments
  const listen = useCallback((found: HTMLVideoElement) => {
    video.current = found
    const handleTime = () => {
      const moment = crossed(all.current, last.current, found.currentTime, found.seeking || found.paused)
      last.current = found.currentTime
      if (moment) stop.current(moment)
    }
    found.addEventListener('timeupdate', handleTime)
    return () => found.removeEventListener('timeupdate', handleTime)
  }, [])

  const shown = moments.find(({ name }) => name === open)
  return (
    <>
      {element.widgets.map(
        (widget) =>
          widget.kind === 'video' && (
            <NativeVideo key={widget.kind} widget={widget} texts={texts} onVideo={listen} />
          ),
      )}
      <ul className="moments" aria-label={say(texts, 'moments')}>
        {moments.map((moment, at) => (
          <li key={moment.name}>
            <button
              type="button"
              className="button button--small"
              aria-pressed={moment.name === open}
              onClick={() => handleGo(moment)}
            >
              {`${at + 1} · ${writeClock(moment.at)}`}
              {isAnswered(moment, answers) && <span aria-hidden="true"> ✓</span>}
              {isAnswered(moment, answers) && (
                <span className="hide-visually">, {say(texts, 'momentAnswered')}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {shown && (
        <div className="panel column" ref={question} tabIndex={-1}>
          <NativeMoment widget={shown} outcome={props.outcome} texts={texts}>
            {shown.asks && <NativeWidget {...props} id={element.id} widget={shown.asks} />}
          </NativeMoment>
          <div>
            <button type="button" className="button" onClick={() => void handleOn(shown)}>
              {say(texts, 'continueVideo')}
            </button>
          </div>
        </div>
      )}
    </>
  )
}

function isAnswered({ asks }: Moment, answers: Answers): boolean {
  return asks !== undefined && (answers[asks.name]?.length ?? 0) > 0
}
