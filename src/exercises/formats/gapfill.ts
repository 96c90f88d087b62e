import { textOfForeignHtml } from '#exercises/model/text/clean-html.ts'
import { openBrace } from '#exercises/model/text/gap-markup.ts'
import { textIn, type XmlNode } from '#platform/rules/text/xml.ts'
import { promptOf } from './moodle/moodle-text.ts'

/** A text with gaps as Moodle's plugin `gapfill` writes it. */
interface Gapfill {
  html: string
  /** Of each gap. */
  answers: string[][]
  wrong: string[]
  /** The words are given, and put in. */
  isDragged: boolean
  isCaseSensitive: boolean
  /** Some gap must or may stay empty, which is no answer here: a gap that must is no gap. */
  hasEmpty: boolean
  /** What is typed is compared with patterns: they are read as the words they look like. */
  hasPatterns: boolean
}

/** How the plugin writes that nothing belongs into a gap. */
const emptyMark = '!!'
/** GapFill reads answers as regular expressions by default. A full stop or a question mark alone does not make one. */
const pattern = /[\\[\](){}^$*+]|\w\?\w/

/** `The [cat|tomcat] sat on the [mat].`, with whatever two signs stand around a gap. */
export function readGapfill(question: XmlNode): Gapfill | undefined {
  const [open = '[', close = ']'] = textIn(question, 'delimitchars') || '[]'
  const signs = [open, close].map((sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`)
  const gap = new RegExp(`${signs[0]}([^${signs.join('')}<>]{1,500})${signs[1]}`, 'gu')
  const answers: string[][] = []
  let hasEmpty = false
  const html = promptOf(question)
    .replaceAll(openBrace, '{ ')
    .replace(gap, (_whole, inner: string) => {
      const parts = wordsOf(inner.split('|'))
      const words = parts.filter((word) => word !== emptyMark)
      if (words.length < parts.length) hasEmpty = true
      if (words.length === 0 && parts.length > 0) return ''
      answers.push(words)
      return `{{g${answers.length}}}`
    })
  if (answers.length === 0 && !hasEmpty) return undefined
  const isDragged = ['dragdrop', 'dropdown'].includes(textIn(question, 'answerdisplay') || 'dragdrop')
  const takesPatterns = !isDragged && textIn(question, 'disableregex') !== '1'
  return {
    html,
    answers,
    wrong: wordsOf(textIn(question, 'wronganswers').split(',')),
    isDragged,
    isCaseSensitive: textIn(question, 'casesensitive') === '1',
    hasEmpty,
    hasPatterns: takesPatterns && answers.flat().some((word) => pattern.test(word)),
  }
}

const wordsOf = (parts: string[]) => parts.map(textOfForeignHtml).filter((word) => word !== '')
