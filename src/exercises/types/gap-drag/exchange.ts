import { readGapfill } from '#exercises/formats/gapfill.ts'
import { at, htmlAt } from '#exercises/formats/h5p/h5p-content.ts'
import { gapsOfH5p, hasGaps } from '#exercises/formats/h5p/h5p-gaps.ts'
import { reasonsThatHold } from '#exercises/formats/incoming/import-report.ts'
import { promptOf } from '#exercises/formats/moodle/moodle-text.ts'
import { choicesIn, readNumbered } from '#exercises/formats/numbered-gaps.ts'
import type { Exchange } from '#exercises/model/task/element-type.ts'
import { gapDragOf } from '#exercises/model/task/word-bank.ts'
import { fillGaps, type MarkedText } from '#exercises/model/text/gap-markup.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { textElement, xml } from '#platform/rules/text/xml.ts'
import type { GapDrag } from './data.ts'

const firstWords = (gaps: MarkedText['gaps']) =>
  Object.fromEntries(Object.entries(gaps).map(([id, gap]) => [id, gap.answers[0]?.text ?? '']))

/** Behind a word may stand a tip and what is said to it, `*word:tip\\+right\\-wrong*`; a slash is part of the word. */
function wordsAlone(source: unknown): { typed: string; hasComments: boolean } {
  let hasComments = false
  const typed = (typeof source === 'string' ? source : '').replace(
    /\*([^*\n]+)\*/g,
    (_whole, inner: string) => {
      const [word = '', ...said] = inner.split(/\\\+|\\-|:/)
      if (said.some((each) => each.trim() !== '')) hasComments = true
      return `*${word.replace(/[\\/]/g, (sign) => `\\${sign}`)}*`
    },
  )
  return { typed, hasComments }
}

export const gapDragExchange: Exchange<GapDrag> = {
  moodleIn: {
    ddwtos: (question) => {
      const { html, choices: places } = readNumbered(promptOf(question))
      const choices = choicesIn(question)
      const all = choices.map(({ text }) => text)
      const answers = Object.fromEntries(Object.entries(places).map(([id, place]) => [id, all[place] ?? '']))
      // Here every word can go into every gap.
      const isGrouped = new Set(choices.map(({ group }) => group)).size > 1
      return {
        prompt: '',
        data: { ...gapDragOf(html, answers, all), hasPenalty: false },
        ...(isGrouped && { simplified: 'groups' as const }),
      }
    },
    gapfill: (question) => {
      const text = readGapfill(question)
      if (!text?.isDragged) return undefined
      const answers = Object.fromEntries(text.answers.map(([first = ''], at) => [`g${at + 1}`, first]))
      return {
        prompt: '',
        data: { ...gapDragOf(text.html, answers, text.wrong), hasPenalty: false },
        simplified: reasonsThatHold({
          scoring: text.answers.some(({ length }) => length > 1),
          empty_gaps: text.hasEmpty,
        }),
      }
    },
  },
  moodleOut: ({ html, gaps, bank }) => {
    const text = fillGaps(html, (id) => `[[${bank.findIndex((word) => word.id === gaps[id]) + 1}]]`)
    const boxes = bank.map((word) =>
      xml('dragbox', {}, xml('text', {}, escapeHtml(escapeHtml(word.text))), '<group>1</group><infinite/>'),
    )
    return {
      type: 'ddwtos',
      xml: [textElement('questiontext', text, { format: 'html' }), ...boxes].join('\n'),
    }
  },
  h5pIn: {
    'H5P.DragText': ({ params }) => {
      const source = at(params, 'textField')
      const { typed, hasComments } = wordsAlone(source)
      const text = gapsOfH5p([typed])
      if (!hasGaps(text)) return undefined
      const distractors = Object.values(
        firstWords(gapsOfH5p([wordsAlone(at(params, 'distractors')).typed]).gaps),
      )
      return {
        prompt: htmlAt(params, 'taskDescription'),
        data: { ...gapDragOf(text.html, firstWords(text.gaps), distractors), hasPenalty: false },
        ...(hasComments && { simplified: 'feedback' as const }),
      }
    },
  },
}
