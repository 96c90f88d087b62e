import { commentsOfBands } from '#exercises/model/comments.ts'
import type { Draft } from '#exercises/model/task/element-type.ts'
import { at, type Json, listAt, numberAt, wordsAt } from './h5p-content.ts'

/** What these libraries put there by themselves: so many of so many points. */
const counted = /[@:](score|total|percent|numcorrect|maxscore)/

/** What a task says to answers; what is said of one answer only when it is not picked has no place here. */
export function commentsOf(
  params: Json,
): Pick<Draft, 'right' | 'partial' | 'wrong' | 'bands' | 'simplified'> {
  const bands = listAt(params, 'overallFeedback')
    .map((band) => ({
      from: numberAt(band, 'from'),
      to: numberAt(band, 'to'),
      text: wordsAt(band, 'feedback'),
    }))
    .filter(({ text }) => text !== '' && !counted.test(text))
  const found = commentsOfBands(bands)
  const [ofRight, ofWrong] = ['feedbackOnCorrect', 'feedbackOnWrong'].map((name) =>
    wordsAt(params, 'behaviour', name),
  )
  const said = { ...found, right: ofRight || found.right, wrong: ofWrong || found.wrong }
  const isCut = said.right !== (found.right || said.right) || said.wrong !== (found.wrong || said.wrong)
  return {
    ...(said.right && { right: said.right }),
    ...(said.partial && { partial: said.partial }),
    ...(said.wrong && { wrong: said.wrong }),
    ...(said.bands.length > 0 && { bands: said.bands }),
    ...((isCut || listAt(params, 'answers').some(saysMore)) && { simplified: 'feedback' as const }),
  }
}

/** Of one answer: what is shown before it is picked, and to who did not pick it. */
function saysMore(answer: Json): boolean {
  return ['tip', 'notChosenFeedback'].some((name) => wordsAt(at(answer, 'tipsAndFeedback'), name) !== '')
}
