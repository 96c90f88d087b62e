import { at, htmlAt, type Json, listAt, wordsAt } from '#exercises/formats/h5p/h5p-content.ts'
import { type Draft, type Exchange, idAt } from '#exercises/model/task/element-type.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import type { Poll } from './data.ts'

function asked(prompt: string, texts: readonly string[], isMulti = false): Draft {
  return { prompt, data: { isMulti, options: texts.map((text, place) => ({ id: idAt(place), text })) } }
}

const textsOf = (list: Json[], name = 'text') => list.map((each) => wordsAt(each, name))
const hasMore = (list: Json[], ...path: string[]) => list.some((each) => wordsAt(each, ...path) !== '')

/** Questions nobody scores, and those that lead to another place there: what one thinks is asked here, too. */
export const pollExchange: Exchange<Poll> = {
  h5pIn: {
    'H5P.SimpleMultiChoice': ({ params }) => {
      const alternatives = listAt(params, 'alternatives')
      return {
        ...asked(htmlAt(params, 'question'), textsOf(alternatives), at(params, 'inputType') === 'checkbox'),
        ...(hasMore(alternatives, 'feedback', 'chosenFeedback') && { simplified: 'feedback' as const }),
      }
    },
    'H5P.BranchingQuestion': ({ params }) => {
      const root = at(params, 'branchingQuestion') ?? params
      const texts = textsOf(listAt(root, 'alternatives'))
      return { ...asked(htmlAt(root, 'question'), texts), simplified: 'branching' }
    },
    'H5P.GoToQuestion': ({ params }) => ({
      ...asked(htmlAt(params, 'text'), textsOf(listAt(params, 'choices'))),
      simplified: 'branching',
    }),
    // To whom the answers would point is told to nobody.
    'H5P.PersonalityQuiz': ({ params }) =>
      listAt(params, 'questions').map((each) => ({
        ...asked(`<p>${escapeHtml(wordsAt(each, 'text'))}</p>`, textsOf(listAt(each, 'answers'))),
        simplified: 'scoring' as const,
      })),
  },
}
