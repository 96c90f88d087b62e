import { at, htmlAt, type Json, listAt, numberAt, wordsAt } from '#exercises/formats/h5p/h5p-content.ts'
import type { ImportReason } from '#exercises/formats/incoming/import-report.ts'
import type { Draft } from '#exercises/model/task/element-type.ts'
import { textOfForeignHtml } from '#exercises/model/text/clean-html.ts'
import { interactiveLimits } from '#platform/rules/exercise-limits.ts'

const most = interactiveLimits.answerLength
/** More of one word is no essay. */
export const mostOccurrences = 20
const usualLines = 10

/** Reads an essay of H5P and names each of its features we do not have. */
export function essayOfH5p(params: Json): Draft {
  const groups = listAt(params, 'keywords').map((each) => ({ each, words: wordsOf(each) }))
  const keywords = groups.filter(({ words }) => words.some((word) => !isPattern(word)))
  const isUnscored = at(params, 'behaviour', 'ignoreScoring') === true
  return {
    prompt: htmlAt(params, 'taskDescription'),
    // It is looked at, and counts for nothing.
    ...(isUnscored && { points: 0 }),
    data: {
      min: Math.max(0, numberAt(params, 'behaviour', 'minimumLength')),
      max: Math.min(most, numberAt(params, 'behaviour', 'maximumLength') || 2000),
      keywords: keywords.map(({ each, words }) => ({
        any: words.filter((word) => !isPattern(word)),
        points: numberAt(each, 'options', 'points') || 1,
        occurrences: Math.min(
          mostOccurrences,
          Math.max(1, Math.floor(numberAt(each, 'options', 'occurrences'))),
        ),
        caseSensitive: flagOf(params, 'overrideCaseSensitive', at(each, 'options', 'caseSensitive')),
        acceptTypos: flagOf(params, 'overrideForgiveMistakes', at(each, 'options', 'forgiveMistakes')),
      })),
      sample: textOfForeignHtml(htmlAt(params, 'solution', 'sample')),
    },
    simplified: lostOf(params),
  }
}

function wordsOf(keyword: Json): string[] {
  const words = [wordsAt(keyword, 'keyword'), ...listAt(keyword, 'alternatives').map((word) => wordsAt(word))]
  return words.filter((word) => word !== '')
}

/** Between slashes stands a program's search pattern, no word. */
function isPattern(word: string): boolean {
  return word.length > 1 && word.startsWith('/') && word.endsWith('/')
}

/** What is said of one keyword, unless all are told otherwise at once. */
function flagOf(params: Json, override: string, own: Json): boolean {
  const all = at(params, 'behaviour', override)
  return all === 'on' || (all !== 'off' && own === true)
}

function lostOf(params: Json): ImportReason[] {
  const keywords = listAt(params, 'keywords')
  const isSaid = (...path: string[]) => wordsAt(params, ...path) !== ''
  const behaviour = (name: string) => at(params, 'behaviour', name)
  const shares = ['percentagePassing', 'percentageMastering'].map(behaviour)
  const isOften = keywords.some((each) => numberAt(each, 'options', 'occurrences') > mostOccurrences)
  const lines = behaviour('inputFieldSize') ?? usualLines
  const lost: [ImportReason, boolean][] = [
    ['patterns', keywords.flatMap(wordsOf).some(isPattern)],
    ['scoring', isOften],
    ['word_feedback', keywords.some(saysMore)],
    ['passing', shares.some((share) => typeof share === 'number')],
    ['helping_words', isSaid('placeholderText') || isSaid('solution', 'introduction')],
    [
      'settings',
      Number(lines) !== usualLines ||
        behaviour('enableRetry') === false ||
        (behaviour('pointsHost') ?? 1) !== 1,
    ],
  ]
  return lost.filter(([, isLost]) => isLost).map(([reason]) => reason)
}

/** Of one keyword: what is said to who has it, and to who has not. */
function saysMore(keyword: Json): boolean {
  return ['feedbackIncluded', 'feedbackMissed'].some((name) => wordsAt(keyword, 'options', name) !== '')
}
