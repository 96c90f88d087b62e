import { type FormEvent, useState } from 'react'
import { type AnswersByElement, checkPractice, forgetPractice } from '#exercises/browser/practice.ts'
import { type Outcome, say, staysHere, type Texts } from './contract.ts'
import type { PlayedPage, UnitPlayerProps } from './played.ts'
import { useCheckQueue } from './use-check-queue.ts'
import { useFocus } from './use-focus.ts'
import type { useStoredAnswers } from './use-stored-answers.ts'

/** What the server says of answers. */
interface Checked {
  results: Record<string, Outcome>
  sum: { raw: number; max: number; percent?: number | undefined }
  pages?: PlayedPage[]
}

/** Checks answers: each alone, or all together. */
export function useChecks(
  props: UnitPlayerProps,
  stored: ReturnType<typeof useStoredAnswers>,
  announce: (text: string) => void,
) {
  const { unitKey, action, texts } = props
  const { pages, answers, seed } = stored
  const [outcomes, setOutcomes] = useState(props.results ?? {})
  const [sum, setSum] = useState<Checked['sum']>()
  const [checking, setChecking] = useState<readonly string[]>([])
  const focus = useFocus()
  const elements = pages.flatMap((page) => page.elements)

  /** @returns what to say of it; '' where no page opened */
  function turnTo(next: PlayedPage[] | undefined): string {
    if (!next) return ''
    const openIn = (all: readonly PlayedPage[]) => all.filter(({ waits }) => !waits).length
    const isMore = openIn(next) > openIn(pages)
    stored.setPages(next)
    return isMore ? say(texts, 'pageOpen') : ''
  }

  const queue = useCheckQueue({ ...props, seed, given: sentOf() }, (id, outcome, next) => {
    // One goes after the other: where one waits, all that come after it do.
    setChecking((before) => (outcome ? before.filter((each) => each !== id) : []))
    if (!outcome) return announce(say(texts, navigator.onLine ? 'checkFailed' : 'waiting'))
    setOutcomes((before) => ({ ...before, [id]: outcome }))
    announce(`${say(texts, outcome.state)} ${turnTo(next)}`.trim())
    focus(`${id}-outcome`)
  })

  /** What leaves the device. */
  function sentOf(): AnswersByElement {
    const here = new Set(elements.filter(staysHere).map(({ id }) => id))
    return Object.fromEntries(Object.entries(answers).filter(([id]) => !here.has(id)))
  }

  async function judge(id: string, part: string): Promise<boolean | undefined> {
    try {
      const { results } = await checkPractice<Checked>(unitKey, sentOf(), { elements: [id], seed })
      return results[id]?.parts?.find((each) => each.id === part)?.isRight
    } catch {
      return undefined
    }
  }

  function handleCheck(id: string): void {
    setChecking((before) => [...before, id])
    queue.add(id, answers[id] ?? {})
  }

  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const sent = sentOf()
    try {
      const { results, sum: all, pages: next } = await checkPractice<Checked>(unitKey, sent, { seed })
      setOutcomes(results)
      setSum(all)
      announce(`${sumText(texts, all)} ${turnTo(next)}`.trim())
      focus('sum')
    } catch {
      announce(say(texts, navigator.onLine ? 'checkFailed' : 'waiting'))
      if (!navigator.onLine) for (const { id } of elements) queue.add(id, sent[id] ?? {})
    }
  }

  function handleAgain(): void {
    setOutcomes({})
    setSum(undefined)
    void forgetPractice(unitKey).then(() => location.assign(action))
  }

  const { waiting } = queue
  return { outcomes, sum, checking, waiting, judge, handleCheck, handleSubmit, handleAgain }
}

function sumText(texts: Texts, { raw, max, percent }: Checked['sum']): string {
  return percent === undefined ? say(texts, 'thanks') : say(texts, 'outcome', { raw, max, percent })
}
