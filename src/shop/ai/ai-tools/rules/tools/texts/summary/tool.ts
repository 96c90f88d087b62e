import { maxSourceLength } from '../../../inputs.ts'
import { keywordsOf } from '../../../text/keywords.ts'
import { sentencesOf } from '../../../text/sentences.ts'
import { summaryOf } from '../../../text/summary.ts'
import { tool, UnfitInput } from '../../../tool.ts'

export const summary = tool({
  id: 'summary',
  category: 'texts',
  version: 1,
  cost: 1,
  fields: [
    { key: 'title', kind: 'text', max: 120 },
    { key: 'source', kind: 'source', max: maxSourceLength, required: true, hint: true },
    { key: 'sentenceCount', kind: 'number', min: 1, max: 15, preset: 4 },
  ],
  make({ title, source, sentenceCount }, { language, text }) {
    if (sentencesOf(source, language).length <= sentenceCount) throw new UnfitInput('source', 'too_short')
    const keywords = keywordsOf(source, language).slice(0, 8)
    return [
      { type: 'heading', text: title || text('summary.title') },
      { type: 'para', text: summaryOf(source, sentenceCount, language).join(' ') },
      { type: 'heading', level: 3, text: text('summary.keywords') },
      { type: 'para', text: keywords.map(({ word }) => word).join(', ') },
      { type: 'para', text: text('summary.verbatim') },
    ]
  },
})
