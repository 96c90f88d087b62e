import '#kit/action/actions.css'
import '#kit/text/column.css'
import { useCallback, useEffect, useRef, useState } from 'react'
import { stopSpeaking } from '#platform/browser/voice.ts'
import { ElementPlayer } from './ElementPlayer.tsx'
import { PlayedPage as PageOfUnit } from './PlayedPage.tsx'
import { PlayerBar, PlayerSteps } from './PlayerBar.tsx'
import { SumNotice } from './SumNotice.tsx'
import { say } from './state/contract.ts'
import type { UnitPlayerProps } from './state/played.ts'
import { useChecks } from './state/use-checks.ts'
import { useOnline } from './state/use-online.ts'
import { useStoredAnswers } from './state/use-stored-answers.ts'
import { useVoice } from './state/use-voice.ts'

/** A unit somebody practises: a form that works without script, and with it keeps answers and checks each task at once. */
export function UnitPlayer(props: UnitPlayerProps) {
  const { action, texts, lang, wordsLang } = props
  const form = useRef<HTMLFormElement>(null)
  const [isAwake, setAwake] = useState(false)
  const stored = useStoredAnswers(props, form)
  const { pages, answers, setAnswers } = stored
  const [shown, setShown] = useState<number>()
  const [announcement, setAnnouncement] = useState('')
  const isOnline = useOnline()
  const voice = useVoice(wordsLang)
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
  const checks = useChecks(props, stored, announce)

  const alone = shown === undefined ? undefined : elements[Math.min(shown, elements.length - 1)]
  return (
    <form
      className="column"
      method="post"
      action={`${action}#outcome`}
      ref={form}
      onSubmit={(event) => void checks.handleSubmit(event)}
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
          hasWaiting={checks.waiting > 0}
          count={elements.length}
          shown={shown}
          onShow={setShown}
          onAgain={checks.handleAgain}
        />
      )}
      {checks.sum && <SumNotice texts={texts} sum={checks.sum} lang={lang} onAgain={checks.handleAgain} />}
      {pages.map((page) => (
        <PageOfUnit key={page.id} page={page} alone={alone?.id} texts={texts}>
          {(element, number) => (
            <ElementPlayer
              element={element}
              number={number}
              answers={answers[element.id] ?? {}}
              onAnswers={(given) => setAnswers({ ...answers, [element.id]: given })}
              onCheck={() => checks.handleCheck(element.id)}
              judge={(part) => checks.judge(element.id, part)}
              isChecking={checks.checking.includes(element.id)}
              isLocked={false}
              isPlain={!isAwake}
              outcome={checks.outcomes[element.id]}
              texts={texts}
              lang={lang}
              wordsLang={wordsLang}
              announce={announce}
            />
          )}
        </PageOfUnit>
      ))}
      {alone !== undefined && shown !== undefined && (
        <PlayerSteps texts={texts} count={elements.length} shown={shown} onShow={setShown} />
      )}
      <div>
        <button type="submit" className="button button--primary" name="intent" value="check-answers">
          {say(texts, 'check')}
        </button>
      </div>
    </form>
  )
}
