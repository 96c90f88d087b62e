import { formatNumber } from '#platform/i18n/format.ts'
import { maxSourceLength } from '../../../inputs.ts'
import { keywordsOf } from '../../../text/keywords.ts'
import { readabilityOf, syllablesIn } from '../../../text/readability.ts'
import { sentencesOf, wordsIn } from '../../../text/sentences.ts'
import { tool, UnfitInput } from '../../../tool.ts'

const hardSentences = 5
const hardWords = 15

export const level = tool({
  id: 'level',
  category: 'texts',
  version: 1,
  cost: 1,
  fields: [{ key: 'source', kind: 'source', max: maxSourceLength, required: true, hint: true }],
  make({ source }, { language, text }) {
    const measured = readabilityOf(source, language)
    if (measured === undefined || measured.words < 20) throw new UnfitInput('source', 'too_short')
    const number = (value: number) => formatNumber(value, language, 1)
    const sentences = sentencesOf(source, language)
      .map((sentence) => ({ sentence, length: wordsIn(sentence).length }))
      .filter(({ length }) => length > 15)
      .toSorted((one, other) => other.length - one.length)
      .slice(0, hardSentences)
    const words = keywordsOf(source, language)
      .map(({ word }) => ({ word, weight: syllablesIn(word, language) * 3 + word.length }))
      .filter(({ word }) => word.length > 8)
      .toSorted((one, other) => other.weight - one.weight || (one.word < other.word ? -1 : 1))
      .slice(0, hardWords)
    return [
      { type: 'heading', text: text('level.title') },
      { type: 'para', text: text(`level.bands.${measured.band}`) },
      {
        type: 'table',
        head: [text('level.measure'), text('level.value')],
        rows: [
          [text('level.score', { formula: measured.formula }), number(measured.score)],
          [text('level.sentences'), String(measured.sentences)],
          [text('level.words'), String(measured.words)],
          [text('level.sentenceLength'), number(measured.sentenceLength)],
          [text('level.longWords'), number(measured.longWords)],
        ],
      },
      ...(sentences.length > 0
        ? [
            { type: 'heading' as const, level: 3 as const, text: text('level.hardSentences') },
            {
              type: 'list' as const,
              items: sentences.map(
                ({ sentence, length }) => `${sentence} (${text('level.count', { count: length })})`,
              ),
            },
          ]
        : []),
      ...(words.length > 0
        ? [
            { type: 'heading' as const, level: 3 as const, text: text('level.hardWords') },
            { type: 'para' as const, text: words.map(({ word }) => word).join(', ') },
          ]
        : []),
      { type: 'heading', level: 3, text: text('level.tips') },
      { type: 'list', items: text('level.tipList').split('\n') },
    ]
  },
})
