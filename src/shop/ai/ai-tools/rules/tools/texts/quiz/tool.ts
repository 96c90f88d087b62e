import type { Block } from '../../../block.ts'
import { maxSourceLength } from '../../../inputs.ts'
import { tool, UnfitInput } from '../../../tool.ts'
import { quizItems } from './items.ts'

export const quiz = tool({
  id: 'quiz',
  category: 'texts',
  version: 2,
  cost: 2,
  fields: [
    { key: 'title', kind: 'text', max: 120 },
    { key: 'source', kind: 'source', max: maxSourceLength, required: true, hint: true },
    { key: 'quizCount', kind: 'number', min: 3, max: 30, preset: 8 },
    { key: 'quizKind', kind: 'select', options: ['mixed', 'choice', 'true_false', 'short'], preset: 'mixed' },
  ],
  make({ title, source, quizCount, quizKind }, { language, random, text }) {
    const items = quizItems(source, { count: quizCount, kind: quizKind, language, random })
    if (items.length < 2) throw new UnfitInput('source', 'too_short')
    const truth = { true: text('quiz.true'), false: text('quiz.false') }
    const tasks = items.map((item, at): Block & { type: 'task' } => {
      const number = `${at + 1}. `
      if (item.kind === 'true_false') {
        const key = item.isTrue ? [truth.true] : [truth.false, text('quiz.inText', { sentence: item.source })]
        return { type: 'task', prompt: number + item.statement, options: [truth.true, truth.false], key }
      }
      const prompt = `${number}${text(item.kind === 'choice' ? 'quiz.choose' : 'quiz.write')}\n${item.sentence}`
      return item.kind === 'choice'
        ? { type: 'task', prompt, options: item.options, key: [item.answer] }
        : { type: 'task', prompt, lines: 1, key: [item.answer] }
    })
    return [
      { type: 'heading', text: title || text('quiz.title') },
      { type: 'para', text: text('nameLine') },
      ...tasks,
      ...(items.length < quizCount
        ? [{ type: 'para' as const, text: text('quiz.fewer', { count: items.length }) }]
        : []),
      {
        type: 'solution',
        blocks: [{ type: 'list', ordered: true, items: tasks.map(({ key }) => key.join(' ')) }],
      },
    ]
  },
})
