import { useEffect, useRef, useState } from 'react'
import { createOutbox, type Outbox } from '#exercises/browser/outbox.ts'
import { type AnswersByElement, checkPractice, mayCheckLater } from '#exercises/browser/practice.ts'
import type { Answers } from '#exercises/model/task/widget.ts'
import { reconnectAfterMs } from '#platform/rules/web/reconnect.ts'
import type { Outcome } from './contract.ts'
import type { PlayedPage } from './played.ts'

interface Attempt {
  unitKey: string
  edition: string
  seed: string
  /** All that is answered. */
  given: AnswersByElement
}

interface Checked {
  results: Record<string, Outcome>
  pages?: PlayedPage[]
}

/**
 * Answers that are checked as soon as there is a network, after a reload, too. `onChecked` hears what came of one; undefined:
 * nothing yet, and the pages that are open by all that is answered, where some wait for that.
 */
export function useCheckQueue(
  { unitKey, edition, seed, given }: Attempt,
  onChecked: (element: string, outcome: Outcome | undefined, pages?: PlayedPage[]) => void,
) {
  const [waiting, setWaiting] = useState(0)
  const tell = useRef(onChecked)
  tell.current = onChecked
  const all = useRef({ seed, given })
  all.current = { seed, given }
  const box = useRef<Outbox<Answers>>(undefined)
  /** A try nobody asked for: what fails again is not said again. */
  const isQuiet = useRef(false)

  useEffect(() => {
    let failures = 0
    let retry: ReturnType<typeof setTimeout> | undefined
    box.current = createOutbox<Answers>({
      attempt: `${unitKey} ${edition}`,
      onChange: setWaiting,
      async send({ element, answer }) {
        try {
          const { seed: order, given: others } = all.current
          const { results, pages } = await checkPractice<Checked>(
            unitKey,
            { ...others, [element]: answer },
            { elements: [element], seed: order },
          )
          failures = 0
          tell.current(element, results[element], pages)
        } catch (error) {
          if (!isQuiet.current || !mayCheckLater(error)) tell.current(element, undefined)
          if (!mayCheckLater(error)) return
          clearTimeout(retry)
          retry = setTimeout(tryAgain, reconnectAfterMs(failures, Math.random()))
          failures += 1
          throw error
        }
      },
    })
    const flush = () => void box.current?.flush()
    // Devices say that they are online before their first request can succeed, and a server can be away while they are.
    const tryAgain = () => {
      isQuiet.current = true
      if (navigator.onLine) flush()
    }
    flush()
    addEventListener('online', flush)
    return () => {
      clearTimeout(retry)
      removeEventListener('online', flush)
    }
  }, [unitKey, edition])

  function add(element: string, answer: Answers): void {
    isQuiet.current = false
    void box.current?.add(element, answer)
  }

  return { waiting, add }
}
