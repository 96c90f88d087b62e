import { useEffect, useState } from 'react'
import { writeLeft } from '#exercises/model/task/clock.ts'
import { say, type Texts } from './state/contract.ts'

interface Props {
  /** Of the task's section. */
  id: string
  seconds: number
  isPlain: boolean
  texts: Texts
}

/** How long a task is meant to take. Who begins it sees a clock; nothing ends with it. */
export function TaskTime({ id, seconds, isPlain, texts }: Props) {
  const [end, setEnd] = useState<number>()
  const [left, setLeft] = useState(seconds)

  useEffect(() => {
    const section = document.getElementById(id)
    if (isPlain || end !== undefined || !section) return
    const begin = ({ target }: Event) => {
      // Who only reads hints has not begun.
      const isBegun = target instanceof Element && target.closest('summary') === null
      if (isBegun) setEnd(performance.now() + seconds * 1000)
    }
    for (const type of ['focusin', 'pointerdown']) section.addEventListener(type, begin)
    return () => {
      for (const type of ['focusin', 'pointerdown']) section.removeEventListener(type, begin)
    }
  }, [id, seconds, isPlain, end])

  useEffect(() => {
    if (end === undefined) return
    const timer = setInterval(() => {
      const now = Math.max(0, (end - performance.now()) / 1000)
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }, 500)
    return () => clearInterval(timer)
  }, [end])

  const isOver = end !== undefined && left === 0
  return (
    <p className="soft small num">
      {say(texts, 'taskTime', { time: writeLeft(seconds) })}
      {end !== undefined && !isOver && ` ${say(texts, 'timeLeft', { time: writeLeft(left) })}`}{' '}
      <span role="status">{isOver && say(texts, 'timeOver')}</span>
    </p>
  )
}
