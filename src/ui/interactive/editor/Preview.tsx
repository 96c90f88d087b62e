import { useEffect, useState } from 'react'
import { checkPractice } from '#browser/stores/practice.ts'
import { previewUnit } from '#browser/stores/unit-draft.ts'
import type { PublicElement } from '#shared/interactive/unit.ts'
import type { Answers } from '#shared/interactive/widget.ts'
import { type Outcome, say, type Texts } from '../player/contract.ts'
import { ElementPlayer } from '../player/ElementPlayer.tsx'
import { useFocus } from '../player/use-focus.ts'

interface Props {
  unitId: number
  texts: Texts
  playerTexts: Texts
  lang: string
  announce: (text: string) => void
}

interface Played {
  pages: { title: string; elements: PublicElement[] }[]
}

/** The saved draft as a pupil sees it, with the same check. */
export function Preview({ unitId, texts, playerTexts, lang, announce }: Props) {
  const [played, setPlayed] = useState<Played | null>()
  const [answers, setAnswers] = useState<Readonly<Record<string, Answers>>>({})
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({})

  const focus = useFocus()

  useEffect(() => {
    let isHere = true
    void previewUnit<Played>(unitId, 'preview')
      .catch(() => null)
      .then((found) => isHere && setPlayed(found))
    return () => {
      isHere = false
    }
  }, [unitId])

  async function handleCheck(id: string): Promise<void> {
    const answer = await checkPractice<{ results: Record<string, Outcome> }>(String(unitId), answers, [
      id,
    ]).catch(() => undefined)
    if (!answer) return announce(say(playerTexts, 'checkFailed'))
    setOutcomes({ ...outcomes, ...answer.results })
    announce(say(playerTexts, answer.results[id]?.state ?? ''))
    focus(`${id}-outcome`)
  }

  if (played === null) return <p className="notice notice--warning">{say(texts, 'previewFails')}</p>
  const elements = played?.pages.flatMap((page) => page.elements) ?? []
  return elements.map((element, at) => (
    <ElementPlayer
      key={element.id}
      element={element}
      number={at + 1}
      answers={answers[element.id] ?? {}}
      onAnswers={(given) => setAnswers({ ...answers, [element.id]: given })}
      onCheck={() => void handleCheck(element.id)}
      outcome={outcomes[element.id]}
      isLocked={false}
      texts={playerTexts}
      lang={lang}
      announce={announce}
    />
  ))
}
