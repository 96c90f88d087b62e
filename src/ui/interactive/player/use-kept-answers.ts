import { type RefObject, useEffect, useRef, useState } from 'react'
import {
  type AnswersByElement,
  keepForOffline,
  keepPractice,
  keepsPractice,
  keptPractice,
  prepareChecks,
} from '#browser/stores/practice.ts'
import type { PlayedPage, UnitPlayerProps } from '../UnitPlayer.island.tsx'
import { answersOfForm } from './fields.ts'

/** Answers that are still there after a reload, with the tasks in the order in which they were seen. */
export function useKeptAnswers(
  { unitKey, edition, ...shown }: UnitPlayerProps,
  form: RefObject<HTMLFormElement | null>,
) {
  const [state, setState] = useState({ seed: shown.seed, pages: shown.pages, answers: shown.answers })
  const [isResumed, setResumed] = useState(false)
  const [isLasting, setLasting] = useState(true)
  const isTouched = useRef(false)

  useEffect(() => {
    let isHere = true
    // What was typed before the script was here.
    const typed = form.current ? answersOfForm(new FormData(form.current)) : {}
    isTouched.current ||= Object.keys(typed).length > 0
    // At once: whoever goes on typing meanwhile adds to it.
    setState((before) => ({ ...before, answers: typed }))
    void Promise.all([keptPractice<PlayedPage[]>(unitKey), keepsPractice()]).then(([kept, lasting]) => {
      if (!isHere) return
      setLasting(lasting)
      // What was kept before pages had places is begun anew.
      const isKnown = kept?.edition === edition && kept.pages.every(({ from }) => from > 0)
      if (isTouched.current || !kept || !isKnown) return
      setState({ seed: kept.seed, pages: kept.pages, answers: kept.answers })
      setResumed(Object.keys(kept.answers).length > 0)
    })
    // Own drafts and pointers are personal: only what is open to everybody stays.
    if (!/^s?\d+$/.test(unitKey)) keepForOffline(location.pathname)
    return () => {
      isHere = false
    }
  }, [unitKey, edition, form])

  function setAnswers(answers: AnswersByElement): void {
    isTouched.current = true
    prepareChecks()
    setState((before) => ({ ...before, answers }))
    void keepPractice(unitKey, { edition, seed: state.seed, pages: state.pages, answers })
  }

  /** Pages that opened, or that were shut again. */
  function setPages(pages: PlayedPage[]): void {
    setState((before) => {
      void keepPractice(unitKey, { edition, seed: before.seed, pages, answers: before.answers })
      return { ...before, pages }
    })
  }

  return { ...state, setAnswers, setPages, isResumed, isLasting }
}
