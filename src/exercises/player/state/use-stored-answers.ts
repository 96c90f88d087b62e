import { type RefObject, useEffect, useRef, useState } from 'react'
import {
  type AnswersByElement,
  keepForOffline,
  keepPictures,
  keepPractice,
  keepsPractice,
  prepareChecks,
  type StoredPractice,
  storedPractice,
} from '#exercises/browser/practice.ts'
import { answersOfForm } from './fields.ts'
import type { PlayedPage, UnitPlayerProps } from './played.ts'

const prepareAfterMs = 3000

type StoredState = Omit<StoredPractice<PlayedPage[]>, 'edition'>

/** Own drafts and pointers are personal: only what is open to everybody stays. */
const isForAll = (unitKey: string) => !/^s?\d+$/.test(unitKey)

/** What was kept, in its order; of who answered a sample and bought it since, the answers alone. */
function resumed({ seed, pages, answers }: StoredState, shown: StoredState): StoredState {
  const idsOf = (all: readonly PlayedPage[]) => all.flatMap(({ elements }) => elements.map(({ id }) => id))
  const storedIds = new Set(idsOf(pages))
  return idsOf(shown.pages).every((id) => storedIds.has(id))
    ? { seed, pages, answers }
    : { ...shown, answers }
}

/** Answers that are still there after a reload, with the tasks in the order in which they were seen. */
export function useStoredAnswers(
  { unitKey, edition, ...shown }: UnitPlayerProps,
  form: RefObject<HTMLFormElement | null>,
) {
  const [state, setState] = useState({ seed: shown.seed, pages: shown.pages, answers: shown.answers })
  const [isResumed, setResumed] = useState(false)
  const [isLasting, setLasting] = useState(true)
  const isPosted = Object.keys(shown.answers).length > 0
  const keep = (answered: typeof state) => void keepPractice(unitKey, { edition, ...answered })
  const keeper = useRef(keep)
  keeper.current = keep

  useEffect(() => {
    let isHere = true
    // What was typed before the script was here. At once: whoever goes on typing meanwhile adds to it.
    const typed = form.current ? answersOfForm(new FormData(form.current)) : {}
    setState((before) => ({ ...before, answers: typed }))
    void Promise.all([storedPractice<PlayedPage[]>(unitKey), keepsPractice()]).then(([stored, lasting]) => {
      if (!isHere) return
      setLasting(lasting)
      // Answers stored before pages had positions are dropped; the result of a posted form is on the page already.
      const isKnown = stored?.edition === edition && stored.pages.every(({ from }) => from > 0)
      const older = isKnown && !isPosted ? stored : undefined
      setResumed(Object.keys(older?.answers ?? {}).length > 0)
      setState((before) => {
        if (Object.keys(before.answers).length === 0) return older ? resumed(older, before) : before
        // Nothing moves under whoever is typing.
        const all = { ...before, answers: { ...older?.answers, ...before.answers } }
        keeper.current(all)
        return all
      })
    })
    // After all that shows the tasks, and while there is a network: who answers without one is checked as soon as it is back.
    const idle = setTimeout(prepareChecks, prepareAfterMs)
    if (isForAll(unitKey)) keepForOffline(location.pathname)
    return () => {
      isHere = false
      clearTimeout(idle)
    }
  }, [unitKey, edition, form, isPosted])

  // Pages that open later bring pictures of their own.
  useEffect(() => {
    if (isForAll(unitKey)) keepPictures(state.pages)
  }, [unitKey, state.pages])

  function setAnswers(answers: AnswersByElement): void {
    prepareChecks()
    setState((before) => ({ ...before, answers }))
    keep({ seed: state.seed, pages: state.pages, answers })
  }

  /** Pages that opened, or that were shut again. */
  function setPages(pages: PlayedPage[]): void {
    setState((before) => {
      keep({ ...before, pages })
      return { ...before, pages }
    })
  }

  return { ...state, setAnswers, setPages, isResumed, isLasting }
}
