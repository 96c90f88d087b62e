import { useEffect, useRef, useState } from 'react'
import { createOutbox, type Outbox } from '#browser/stores/outbox.ts'
import { checkPractice, mayCheckLater } from '#browser/stores/practice.ts'
import type { Answers } from '#shared/interactive/widget.ts'
import type { Outcome } from './contract.ts'

/**
 * Answers that are checked as soon as there is a network, after a reload, too. `onChecked` hears what came of one; undefined:
 * nothing yet.
 */
export function useCheckQueue(
  { unitKey, edition }: { unitKey: string; edition: string },
  onChecked: (element: string, outcome: Outcome | undefined) => void,
) {
  const [waiting, setWaiting] = useState(0)
  const tell = useRef(onChecked)
  tell.current = onChecked
  const box = useRef<Outbox<Answers>>(undefined)

  useEffect(() => {
    box.current = createOutbox<Answers>({
      attempt: `${unitKey} ${edition}`,
      onChange: setWaiting,
      async send({ element, answer }) {
        try {
          const { results } = await checkPractice<{ results: Record<string, Outcome> }>(
            unitKey,
            { [element]: answer },
            [element],
          )
          tell.current(element, results[element])
        } catch (error) {
          tell.current(element, undefined)
          if (mayCheckLater(error)) throw error
        }
      },
    })
    const flush = () => void box.current?.flush()
    flush()
    addEventListener('online', flush)
    return () => removeEventListener('online', flush)
  }, [unitKey, edition])

  return { waiting, add: (element: string, answer: Answers) => void box.current?.add(element, answer) }
}
