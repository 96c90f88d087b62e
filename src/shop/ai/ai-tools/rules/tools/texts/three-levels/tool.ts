import { shuffled } from '#platform/rules/random.ts'
import { maxSourceLength } from '../../../inputs.ts'
import { contextOf } from '../../../text/definitions.ts'
import { keywordsOf } from '../../../text/keywords.ts'
import { sentencesOf } from '../../../text/sentences.ts'
import { summaryOf } from '../../../text/summary.ts'
import { tool, UnfitInput } from '../../../tool.ts'
import { gapsIn, withGaps } from '../gap-text/gaps.ts'

export const threeLevels = tool({
  id: 'three-levels',
  category: 'texts',
  version: 1,
  cost: 2,
  fields: [
    { key: 'title', kind: 'text', max: 120 },
    { key: 'source', kind: 'source', max: maxSourceLength, required: true, hint: true },
  ],
  make({ title, source }, { language, random, text, list }) {
    const sentences = sentencesOf(source, language)
    const words = keywordsOf(source, language)
    if (sentences.length < 4 || words.length < 6) throw new UnfitInput('source', 'too_short')
    // Support: the most important half, each sentence on its own line, with words to look up.
    const short = summaryOf(source, Math.max(3, Math.ceil(sentences.length / 2)), language)
    const gaps = gapsIn(short.join('\n\n'), { kind: 'keywords', count: Math.min(6, short.length), language })
    const answers = gaps.map(({ answer }) => answer)
    const open = shuffled(list('questions.evaluate'), random).slice(0, 2)
    const name = title || text('threeLevels.title')
    const part = (key: string) => ({
      type: 'heading' as const,
      text: `${name} · ${text(`threeLevels.${key}`)}`,
    })
    const fill = (pattern: string) =>
      pattern.replaceAll('[1]', words[0]?.word ?? '').replaceAll('[2]', words[1]?.word ?? '')
    return [
      part('support'),
      { type: 'list', items: short },
      {
        type: 'table',
        head: [text('vocabulary.word'), text('vocabulary.context')],
        rows: words.slice(0, 5).map(({ word }) => {
          const { definition, sentence } = contextOf(source, word, language)
          return [word, definition ?? sentence]
        }),
      },
      { type: 'para', text: text('gapText.task.keywords', { count: gaps.length }) },
      { type: 'para', text: withGaps(short.join('\n\n'), gaps).replaceAll('\n\n', '\n') },
      {
        type: 'table',
        head: [],
        caption: text('gapText.bank'),
        rows: [[shuffled(answers, random).join('   ·   ')]],
      },
      { type: 'page_break' },
      part('core'),
      ...source.split(/\n\s*\n/).map((each) => ({ type: 'para' as const, text: each.trim() })),
      ...shuffled(list('questions.understand'), random)
        .slice(0, 3)
        .map((pattern, at) => ({
          type: 'task' as const,
          prompt: `${at + 1}. ${fill(pattern)}`,
          lines: 3,
          key: [],
        })),
      { type: 'page_break' },
      part('challenge'),
      ...source.split(/\n\s*\n/).map((each) => ({ type: 'para' as const, text: each.trim() })),
      ...[...open, ...shuffled(list('questions.create'), random).slice(0, 1)].map((pattern, at) => ({
        ...{ type: 'task' as const, prompt: `${at + 1}. ${fill(pattern)}`, lines: 6, key: [] },
      })),
      { type: 'solution', blocks: [{ type: 'list', ordered: true, items: answers }] },
    ]
  },
})
