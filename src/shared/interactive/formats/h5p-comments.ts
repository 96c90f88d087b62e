import type { Draft } from '../element-type.ts'
import { at, type Json, listAt, numberAt, wordsAt } from './h5p-content.ts'

/** What these libraries put there by themselves: so many of so many points. */
const counted = /[@:](score|total|percent|numcorrect|maxscore)/

/** What a task says to right and to wrong answers; what it says to some of them only has no place here. */
export function commentsOf(params: Json): Pick<Draft, 'right' | 'wrong' | 'simplified'> {
  const bands = listAt(params, 'overallFeedback')
    .map((band) => ({
      from: numberAt(band, 'from'),
      to: numberAt(band, 'to'),
      text: wordsAt(band, 'feedback'),
    }))
    .filter(({ text }) => text !== '' && !counted.test(text))
  const right = wordsAt(params, 'behaviour', 'feedbackOnCorrect') || bands.find(({ to }) => to >= 100)?.text
  const wrong = wordsAt(params, 'behaviour', 'feedbackOnWrong') || bands.find(({ from }) => from <= 0)?.text
  const isCut =
    bands.some(({ text }) => text !== right && text !== wrong) || listAt(params, 'answers').some(saysMore)
  return {
    ...(right && { right }),
    ...(wrong && { wrong }),
    ...(isCut && { simplified: 'feedback' as const }),
  }
}

/** Of one answer: what is shown before it is picked, and to who did not pick it. */
function saysMore(answer: Json): boolean {
  return ['tip', 'notChosenFeedback'].some((name) => wordsAt(at(answer, 'tipsAndFeedback'), name) !== '')
}
