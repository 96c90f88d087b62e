import { readChosenCloze, readCloze, writeCloze } from '#exercises/formats/cloze.ts'
import { readGapfill } from '#exercises/formats/gapfill.ts'
import { readAdvancedBlanks } from '#exercises/formats/h5p/h5p-advanced-blanks.ts'
import { at, htmlAt, isOn, listAt } from '#exercises/formats/h5p/h5p-content.ts'
import { gapsOfH5p, hasGaps } from '#exercises/formats/h5p/h5p-gaps.ts'
import { reasonsThatHold } from '#exercises/formats/incoming/import-report.ts'
import { promptOf } from '#exercises/formats/moodle/moodle-text.ts'
import type { Exchange } from '#exercises/model/task/element-type.ts'
import { gapIds } from '#exercises/model/text/gap-markup.ts'
import { textElement } from '#platform/rules/text/xml.ts'
import type { GapText } from './data.ts'

const flags = { caseSensitive: false, acceptTypos: false }

export const gapTextExchange: Exchange<GapText> = {
  moodleIn: {
    cloze: (question) => {
      const source = promptOf(question)
      // Where all is chosen it is no text to type into.
      const text = readChosenCloze(source) ? undefined : readCloze(source)
      return (
        text && {
          prompt: '',
          data: { ...flags, html: text.html, gaps: text.gaps, caseSensitive: text.isCaseSensitive },
          simplified: text.lost,
        }
      )
    },
    gapfill: (question) => {
      const text = readGapfill(question)
      if (!text || text.isDragged) return undefined
      const gaps = text.answers.map((answers, at) => [
        `g${at + 1}`,
        { answers: answers.map((answer) => ({ text: answer, fraction: 1 })), tip: '' },
      ])
      return {
        prompt: '',
        data: {
          ...flags,
          html: text.html,
          gaps: Object.fromEntries(gaps),
          caseSensitive: text.isCaseSensitive,
        },
        simplified: reasonsThatHold({
          gaps: text.wrong.length > 0,
          empty_gaps: text.hasEmpty,
          patterns: text.hasPatterns,
        }),
      }
    },
  },
  moodleOut: (data) => ({
    type: 'cloze',
    xml: textElement('questiontext', writeCloze(data), { format: 'html' }),
  }),
  h5pIn: {
    'H5P.Blanks': ({ params }) => {
      const questions = listAt(params, 'questions').filter((each) => typeof each === 'string')
      const text = gapsOfH5p(questions as string[])
      if (!hasGaps(text)) return undefined
      return {
        prompt: htmlAt(params, 'text'),
        points: gapIds(text.html).length,
        data: {
          ...text,
          caseSensitive:
            isOn(params, 'behaviour', 'caseSensitive') ||
            at(params, 'behaviour', 'caseSensitive') === undefined,
          acceptTypos: isOn(params, 'behaviour', 'acceptSpellingErrors'),
        },
      }
    },
    'H5P.AdvancedBlanks': ({ params }) => {
      const text = readAdvancedBlanks(params)
      if (!text || text.isChosen) return undefined
      const gaps = text.blanks.map(({ right, tip }, place) => [
        `g${place + 1}`,
        { answers: right.map((answer) => ({ text: answer, fraction: 1 })), tip },
      ])
      return {
        prompt: htmlAt(params, 'content', 'task'),
        data: {
          html: text.html,
          gaps: Object.fromEntries(gaps),
          caseSensitive: isOn(params, 'behaviour', 'caseSensitive'),
          acceptTypos: at(params, 'behaviour', 'spellingErrorBehaviour') === 'accept',
        },
        simplified: reasonsThatHold({ feedback: text.hasComments, highlights: text.hasHighlights }),
      }
    },
  },
}
