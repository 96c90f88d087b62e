import '../kit/actions.css'
import '../kit/column.css'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { stopSpeaking } from '#browser/device/voice.ts'
import { type AnswersByElement, checkPractice, forgetPractice } from '#browser/stores/practice.ts'
import { type Outcome, say, staysHere, type Texts } from './player/contract.ts'
import { ElementPlayer } from './player/ElementPlayer.tsx'
import { PlayedPage as PageOfUnit } from './player/PlayedPage.tsx'
import { PlayerBar } from './player/PlayerBar.tsx'
import type { PlayedPage, UnitPlayerProps } from './player/played.ts'
import { SumNotice } from './player/SumNotice.tsx'
import { useCheckQueue } from './player/use-check-queue.ts'
import { useFocus } from './player/use-focus.ts'
import { useOnline } from './player/use-online.ts'
import { useStoredAnswers } from './player/use-stored-answers.ts'
import { useVoice } from './player/use-voice.ts'

/** What the server says of answers. */
interface Checked {
  results: Record<string, Outcome>
  sum: { raw: number; max: number; percent?: number | undefined }
  pages?: PlayedPage[]
}

/** A unit somebody practises: a form that works without script, and with it keeps answers and checks each task at once. */
export function UnitPlayer(props: UnitPlayerProps) {
  const { unitKey, action, texts, lang, wordsLang } = props
  const form = useRef<HTMLFormElement>(null)
  const [isAwake, setAwake] = useState(false)
  const stored = useStoredAnswers(props, form)
  const { pages, answers } = stored
  const [outcomes, setOutcomes] = useState(props.results ?? {})
  const [checked, setChecked] = useState<Checked['sum']>()
  const [checking, setChecking] = useState<readonly string[]>([])
  const [shown, setShown] = useState<number>()
  const [announcement, setAnnouncement] = useState('')
  const isOnline = useOnline()
  const voice = useVoice(wordsLang)
  const focus = useFocus()
  const elements = pages.flatMap((page) => page.elements)
  // Saying the same twice has to be heard twice.
  const announce = useCallback(
    (text: string) => setAnnouncement((before) => (before === text ? `${text}\u00a0` : text)),
    [],
  )

  useEffect(() => {
    setAwake(true)
    return stopSpeaking
  }, [])

  /** @returns what to say of it; '' where no page opened */
  function turnTo(next: PlayedPage[] | undefined): string {
    if (!next) return ''
    const openIn = (all: readonly PlayedPage[]) => all.filter(({ waits }) => !waits).length
    const isMore = openIn(next) > openIn(pages)
    stored.setPages(next)
    return isMore ? say(texts, 'pageOpen') : ''
  }

  const { seed, setAnswers } = stored
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
      const { results, sum, pages: next } = await checkPractice<Checked>(unitKey, sent, { seed })
      setOutcomes(results)
      setChecked(sum)
      announce(`${sumText(texts, sum)} ${turnTo(next)}`.trim())
      focus('sum')
    } catch {
      announce(say(texts, navigator.onLine ? 'checkFailed' : 'waiting'))
      if (!navigator.onLine) for (const { id } of elements) queue.add(id, sent[id] ?? {})
    }
  }

  function handleAgain(): void {
    setOutcomes({})
    setChecked(undefined)
    void forgetPractice(unitKey).then(() => location.assign(action))
  }

  const alone = shown === undefined ? undefined : elements[Math.min(shown, elements.length - 1)]
  return (
    <form
      className="column"
      method="post"
      action={`${action}#outcome`}
      ref={form}
      onSubmit={(event) => void handleSubmit(event)}
    >
      <input type="hidden" name="seed" value={stored.seed} />
      <p className="hide-visually" aria-live="polite">
        {announcement}
      </p>
      {isAwake && (
        <PlayerBar
          texts={texts}
          isOnline={isOnline}
          isSilent={voice === null && elements.some(({ prompt }) => prompt !== '')}
          isLasting={stored.isLasting}
          isResumed={stored.isResumed}
          hasWaiting={queue.waiting > 0}
          count={elements.length}
          shown={shown}
          onShow={setShown}
          onAgain={handleAgain}
        />
      )}
      {checked && <SumNotice texts={texts} sum={checked} lang={lang} onAgain={handleAgain} />}
      {pages.map((page) => (
        <PageOfUnit key={page.id} page={page} alone={alone?.id} texts={texts}>
          {(element, number) => (
            <ElementPlayer
              element={element}
              number={number}
              answers={answers[element.id] ?? {}}
              onAnswers={(given) => setAnswers({ ...answers, [element.id]: given })}
              onCheck={() => handleCheck(element.id)}
              judge={(part) => judge(element.id, part)}
              isChecking={checking.includes(element.id)}
              isLocked={false}
              isPlain={!isAwake}
              outcome={outcomes[element.id]}
              texts={texts}
              lang={lang}
              wordsLang={wordsLang}
              announce={announce}
            />
          )}
        </PageOfUnit>
      ))}
      {alone !== undefined && shown !== undefined && (
        <div className="actions">
          <button
            type="button"
            className="button"
            aria-disabled={shown === 0}
            onClick={() => setShown(Math.max(0, shown - 1))}
          >
            {say(texts, 'previous')}
          </button>
          <button
            type="button"
            className="button"
            aria-disabled={shown >= elements.length - 1}
            onClick={() => setShown(Math.min(elements.length - 1, shown + 1))}
          >
            {say(texts, 'next')}
          </button>
        </div>
      )}
      <div>
        <button type="submit" className="button button--primary" name="intent" value="check-answers">
          {say(texts, 'check')}
        </button>
      </div>
    </form>
  )
}

function sumText(texts: Texts, { raw, max, percent }: Checked['sum']): string {
  return percent === undefined ? say(texts, 'thanks') : say(texts, 'outcome', { raw, max, percent })
}
