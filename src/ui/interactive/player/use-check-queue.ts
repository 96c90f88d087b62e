import { useEffect, useRef, useState } from 'react'
import { createOutbox, type Outbox } from '#browser/stores/outbox.ts'
import { type AnswersByElement, checkPractice, mayCheckLater } from '#browser/stores/practice.ts'
import type { Answers } from '#shared/interactive/widget.ts'
import type { PlayedPage } from '../UnitPlayer.island.tsx'
import type { Outcome } from './contract.ts'

interface Kept {
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
  { unitKey, edition, seed, given }: Kept,
  onChecked: (element: string, outcome: Outcome | undefined, pages?: PlayedPage[]) => void,
) {
  const [waiting, setWaiting] = useState(0)
  const tell = useRef(onChecked)
  tell.current = onChecked
  const all = useRef({ seed, given })
  all.current = { seed, given }
  const box = useRef<Outbox<Answers>>(undefined)

  useEffect(() => {
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
          tell.current(element, results[element], pages)
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
