import { openBrace } from '#exercises/model/text/gap-markup.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { at, type Json, listAt, wordsAt } from './h5p-content.ts'

interface AdvancedBlank {
  right: string[]
  wrong: string[]
  tip: string
}

export interface AdvancedBlanks {
  /** HTML with `{{g1}}` where a gap is. */
  html: string
  blanks: AdvancedBlank[]
  /** They are chosen, not typed. */
  isChosen: boolean
  /** It says something to single answers. */
  hasComments: boolean
  /** Words that light up with a tip, which here are words like others. */
  hasHighlights: boolean
}

/** Words that light up stand between two of these marks; there may be a gap among them. */
const highlight = /!!([^\n]{1,200}?)!!/g

/** `H5P.AdvancedBlanks`: a text with lines of underscores, and beside it what belongs there and what does not. */
export function readAdvancedBlanks(params: Json): AdvancedBlanks | undefined {
  const root = at(params, 'content')
  const list = listAt(root, 'blanksList')
  const blanks = list.map((blank) => ({
    right: parted(wordsAt(blank, 'correctAnswerText')),
    wrong: listAt(blank, 'incorrectAnswersList').flatMap((each) =>
      parted(wordsAt(each, 'incorrectAnswerText')),
    ),
    tip: wordsAt(blank, 'hint'),
  }))
  const source = at(root, 'blanksText')
  const marked = typeof source === 'string' ? source : ''
  const text = marked.replace(highlight, '$1')
  let count = 0
  const html = text.replaceAll(openBrace, '{ ').replace(/_{3,}/g, (line) => {
    count += 1
    return count > blanks.length ? escapeHtml(line) : `{{g${count}}}`
  })
  if (count < blanks.length || blanks.length === 0) return undefined
  return {
    html,
    blanks,
    hasHighlights: text !== marked,
    isChosen: at(params, 'behaviour', 'mode') === 'selection',
    hasComments: list.some((blank) =>
      listAt(blank, 'incorrectAnswersList').some((each) => wordsAt(each, 'incorrectAnswerFeedback') !== ''),
    ),
  }
}

const parted = (text: string) =>
  text
    .split('/')
    .map((each) => each.trim())
    .filter(Boolean)
