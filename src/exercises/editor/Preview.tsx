import { useEffect, useState } from 'react'
import { checkPractice } from '#exercises/browser/practice.ts'
import { previewUnit } from '#exercises/browser/unit-draft.ts'
import type { ShownPage } from '#exercises/model/pages/shown-pages.ts'
import type { Answers } from '#exercises/model/task/widget.ts'
import type { PublicElement } from '#exercises/model/unit.ts'
import { ElementPlayer } from '#exercises/player/ElementPlayer.tsx'
import { PlayedPage } from '#exercises/player/PlayedPage.tsx'
import { type Outcome, say, type Texts } from '#exercises/player/state/contract.ts'
import { useFocus } from '#exercises/player/state/use-focus.ts'

interface Props {
  unitId: number
  texts: Texts
  playerTexts: Texts
  lang: string
  announce: (text: string) => void
}

interface Played {
  lang: string
  pages: ShownPage<PublicElement>[]
}

interface Checked {
  results: Record<string, Outcome>
  pages?: Played['pages']
}

const seed = 'preview'

/** The saved draft as a pupil sees it, with the same check. */
export function Preview({ unitId, texts, playerTexts, lang, announce }: Props) {
  const [played, setPlayed] = useState<Played | null>()
  const [answers, setAnswers] = useState<Readonly<Record<string, Answers>>>({})
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({})

  const focus = useFocus()

  useEffect(() => {
    let isHere = true
    void previewUnit<Played>(unitId, seed)
      .catch(() => null)
      .then((found) => isHere && setPlayed(found))
    return () => {
      isHere = false
    }
  }, [unitId])

  async function handleCheck(id: string): Promise<void> {
    const answer = await check(id)
    if (!answer) return announce(say(playerTexts, 'checkFailed'))
    setOutcomes({ ...outcomes, ...answer.results })
    if (answer.pages) setPlayed({ lang: played?.lang ?? lang, pages: answer.pages })
    announce(say(playerTexts, answer.results[id]?.state ?? ''))
    focus(`${id}-outcome`)
  }

  async function check(id: string): Promise<Checked | undefined> {
    return await checkPractice<Checked>(String(unitId), answers, { elements: [id], seed }).catch(
      () => undefined,
    )
  }

  async function judge(id: string, part: string): Promise<boolean | undefined> {
    return (await check(id))?.results[id]?.parts?.find((each) => each.id === part)?.isRight
  }

  if (played === null) return <p className="notice notice--warning">{say(texts, 'previewFails')}</p>
  return played?.pages.map((page) => (
    <PlayedPage key={page.id} page={page} texts={playerTexts}>
      {(element, number) => (
        <ElementPlayer
          element={element}
          number={number}
          answers={answers[element.id] ?? {}}
          onAnswers={(given) => setAnswers({ ...answers, [element.id]: given })}
          onCheck={() => void handleCheck(element.id)}
          judge={(part) => judge(element.id, part)}
          outcome={outcomes[element.id]}
          isLocked={false}
          texts={playerTexts}
          lang={lang}
          wordsLang={played.lang}
          announce={announce}
        />
      )}
    </PlayedPage>
  ))
}
