import { maxSourceLength } from '../../../inputs.ts'
import { contextOf } from '../../../text/definitions.ts'
import { keywordsOf } from '../../../text/keywords.ts'
import { tool, UnfitInput } from '../../../tool.ts'

export const vocabulary = tool({
  id: 'vocabulary',
  category: 'texts',
  version: 1,
  cost: 1,
  fields: [
    { key: 'title', kind: 'text', max: 120 },
    { key: 'source', kind: 'source', max: maxSourceLength, required: true, hint: true },
    { key: 'wordCount', kind: 'number', min: 3, max: 30, preset: 10 },
    { key: 'blank', kind: 'select', options: ['meaning', 'translation', 'sentence'], preset: 'meaning' },
  ],
  make({ title, source, wordCount, blank }, { language, text }) {
    const words = keywordsOf(source, language).slice(0, wordCount)
    if (words.length < 3) throw new UnfitInput('source', 'too_short')
    const found = words.map(({ word }) => ({ word, ...contextOf(source, word, language) }))
    const known = found.filter(({ definition }) => definition !== undefined)
    return [
      { type: 'heading', text: title || text('vocabulary.title') },
      {
        type: 'table',
        head: [text('vocabulary.word'), text('vocabulary.context'), text(`vocabulary.${blank}`)],
        rows: found.map(({ word, sentence }) => [word, sentence, '']),
      },
      ...(known.length > 0
        ? [
            {
              type: 'solution' as const,
              blocks: [
                { type: 'para' as const, text: text('vocabulary.said') },
                {
                  type: 'table' as const,
                  head: [],
                  rows: known.map(({ word, definition = '' }) => [word, definition]),
                },
              ],
            },
          ]
        : []),
    ]
  },
})
