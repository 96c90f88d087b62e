import { shuffled } from '#platform/rules/random.ts'
import { maxSourceLength } from '../../../inputs.ts'
import { contextOf } from '../../../text/definitions.ts'
import { keywordsOf } from '../../../text/keywords.ts'
import { tool, UnfitInput } from '../../../tool.ts'

const levels = ['remember', 'understand', 'apply', 'analyse', 'evaluate', 'create'] as const
const byDepth: Record<string, readonly (typeof levels)[number][]> = {
  basic: ['remember', 'understand'],
  all: levels,
  deep: ['analyse', 'evaluate', 'create'],
}

export const questions = tool({
  id: 'questions',
  category: 'texts',
  version: 1,
  cost: 2,
  fields: [
    { key: 'title', kind: 'text', max: 120 },
    { key: 'source', kind: 'source', max: maxSourceLength, required: true, hint: true },
    { key: 'questionCount', kind: 'number', min: 3, max: 20, preset: 8 },
    { key: 'depth', kind: 'select', options: ['all', 'basic', 'deep'], preset: 'all', hint: true },
  ],
  make({ title, source, questionCount, depth }, { language, random, text, list }) {
    const words = keywordsOf(source, language).slice(0, questionCount + 4)
    if (words.length < 3) throw new UnfitInput('source', 'too_short')
    const chosen = byDepth[depth] ?? levels
    const patterns = new Map(chosen.map((each) => [each, shuffled(list(`questions.${each}`), random)]))
    const asked = Array.from({ length: questionCount }, (_, at) => {
      const kind = chosen[Math.floor((at * chosen.length) / questionCount)] ?? 'remember'
      const all = patterns.get(kind) ?? []
      const pattern = all[at % all.length] ?? ''
      const [one, other] = [words[at % words.length]?.word ?? '', words[(at + 1) % words.length]?.word ?? '']
      const prompt = pattern.replaceAll('[1]', one).replaceAll('[2]', other)
      return {
        kind,
        prompt,
        words: pattern.includes('[1]') ? [one, ...(pattern.includes('[2]') ? [other] : [])] : [],
      }
    })
    const once = asked.filter(({ prompt }, at) => asked.findIndex((each) => each.prompt === prompt) === at)
    return [
      { type: 'heading', text: title || text('questions.title') },
      { type: 'para', text: text('nameLine') },
      ...once.map(({ prompt, kind }, at) => ({
        ...{ type: 'task' as const, prompt: `${at + 1}. ${prompt}`, key: [] },
        lines: kind === 'remember' ? 2 : 4,
      })),
      {
        type: 'solution',
        blocks: [
          { type: 'para', text: text('questions.key') },
          {
            type: 'list',
            ordered: true,
            items: once.map(({ kind, words: own }) => {
              const sentences = [...new Set(own.map((word) => contextOf(source, word, language).sentence))]
              return [text(`questions.levels.${kind}`), ...sentences].join(' · ')
            }),
          },
        ],
      },
    ]
  },
})
