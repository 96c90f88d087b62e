import { readChosenCloze } from '#exercises/formats/cloze.ts'
import { readAdvancedBlanks } from '#exercises/formats/h5p/h5p-advanced-blanks.ts'
import { at, htmlAt } from '#exercises/formats/h5p/h5p-content.ts'
import { reasonsThatHold } from '#exercises/formats/incoming/import-report.ts'
import { promptOf } from '#exercises/formats/moodle/moodle-text.ts'
import { choicesIn, readNumbered } from '#exercises/formats/numbered-gaps.ts'
import { type Exchange, idAt } from '#exercises/model/task/element-type.ts'
import { fillGaps, gapIds } from '#exercises/model/text/gap-markup.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { textElement, xml } from '#platform/rules/text/xml.ts'
import type { GapSelect } from './data.ts'

export const gapSelectExchange: Exchange<GapSelect> = {
  moodleIn: {
    cloze: (question) => {
      const text = readChosenCloze(promptOf(question))
      if (!text) return undefined
      const gaps = Object.entries(text.gaps).map(([id, options]) => [
        id,
        { options: options.map((each, at) => ({ id: idAt(at), text: each })) },
      ])
      return {
        prompt: '',
        data: { html: text.html, gaps: Object.fromEntries(gaps) },
        simplified: text.lost,
      }
    },
    gapselect: (question) => {
      const { html, choices } = readNumbered(promptOf(question))
      const all = choicesIn(question)
      const gaps = Object.entries(choices).map(([id, place]) => {
        const right = all[place]
        const others = all.filter((each) => each.group === right?.group && each.text !== right.text)
        const texts = [...new Set([right?.text ?? '', ...others.map(({ text }) => text)])]
        return [id, { options: texts.map((text, at) => ({ id: idAt(at), text })) }]
      })
      return { prompt: '', data: { html, gaps: Object.fromEntries(gaps) } }
    },
  },
  h5pIn: {
    'H5P.AdvancedBlanks': ({ params }) => {
      const text = readAdvancedBlanks(params)
      if (!text?.isChosen) return undefined
      // The others' answers are offered, too, where it says so.
      const all = at(params, 'behaviour', 'selectAlternatives') === 'all'
      const shared = all ? text.blanks.flatMap(({ right: [first = ''] }) => first) : []
      const gaps = text.blanks.map(({ right: [first = '', ...synonyms], wrong }, place) => {
        const others = [...wrong, ...shared].filter((each) => each !== first && !synonyms.includes(each))
        const texts = [...new Set([first, ...others])]
        return [`g${place + 1}`, { options: texts.map((word, at) => ({ id: idAt(at), text: word })) }]
      })
      return {
        prompt: htmlAt(params, 'content', 'task'),
        data: { html: text.html, gaps: Object.fromEntries(gaps) },
        simplified: reasonsThatHold({
          feedback: text.hasComments || text.blanks.some(({ tip }) => tip !== ''),
          highlights: text.hasHighlights,
        }),
      }
    },
  },
  moodleOut: ({ html, gaps }) => {
    const ids = gapIds(html)
    const starts = ids.map((_id, at) =>
      ids.slice(0, at).reduce((sum, id) => sum + (gaps[id]?.options.length ?? 0), 1),
    )
    const text = fillGaps(html, (id) => `[[${starts[ids.indexOf(id)]}]]`)
    const options = ids.flatMap((id, at) =>
      (gaps[id]?.options ?? []).map((option) =>
        xml(
          'selectoption',
          {},
          xml('text', {}, escapeHtml(escapeHtml(option.text))),
          xml('group', {}, String(at + 1)),
        ),
      ),
    )
    return {
      type: 'gapselect',
      xml: [textElement('questiontext', text, { format: 'html' }), ...options].join('\n'),
    }
  },
}
