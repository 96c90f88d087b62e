import { seeded } from '#platform/rules/random.ts'
import { languageOf } from '#shop/ai/ai-tools/rules/text/stop-words.ts'
import { summaryOf } from '#shop/ai/ai-tools/rules/text/summary.ts'
import { gapsIn } from '#shop/ai/ai-tools/rules/tools/texts/gap-text/gaps.ts'
import { type QuizItem, quizItems } from '#shop/ai/ai-tools/rules/tools/texts/quiz/items.ts'
import type { Source } from './sources.ts'

/** What was measured, and what it has to reach; `atMost`: what it must not exceed. */
export interface Gate {
  name: string
  value: number
  goal: number
  isAtMost?: true
}

const asked = 12
const gap = '_______'
const plainWords = (text: string) => text.replace(/\s+/g, ' ')

/** The gates of interactive-ai.md 9.8 that a quiz, a gap text and a summary without a model can be held to. */
export function measure(sources: readonly Source[]): Gate[] {
  const runs = sources.map((source) => ({
    source,
    items: quizItems(source.text, {
      count: asked,
      kind: 'mixed',
      language: source.language,
      random: seeded(source.name),
    }),
  }))
  const items = runs.flatMap(({ source, items: own }) => own.map((item) => ({ source, item })))
  const choices = items.flatMap(({ item }) => (item.kind === 'choice' ? [item] : []))
  const share = (part: number, all: number) => (all === 0 ? 1 : part / all)
  const ofItems = (holds: (item: QuizItem, source: Source) => boolean) =>
    share(items.filter(({ item, source }) => holds(item, source)).length, items.length)
  const ofChoices = (holds: (item: QuizItem & { kind: 'choice' }) => boolean) =>
    share(choices.filter(holds).length, choices.length)
  const same = (one: string, other: string) => one.toLocaleLowerCase() === other.toLocaleLowerCase()
  return [
    { name: 'texts', value: sources.length, goal: 60 },
    { name: 'items as many as asked', value: share(items.length, asked * sources.length), goal: 0.98 },
    {
      name: 'exactly one key',
      value: ofChoices(({ options, answer }) => options.filter((each) => same(each, answer)).length === 1),
      goal: 1,
    },
    {
      name: 'options distinct',
      value: ofChoices(({ options }) => new Set(options.map((each) => each.toLocaleLowerCase())).size === 4),
      goal: 1,
    },
    {
      name: 'key is the longest option',
      value: ofChoices(({ options, answer }) =>
        options.every((each) => each === answer || each.length < answer.length),
      ),
      ...{ goal: 0.35, isAtMost: true },
    },
    { name: 'key position, chi square of 3 degrees', value: chiSquare(choices), goal: 11.34, isAtMost: true },
    {
      name: 'answer in the source',
      value: ofItems((item, { text }) =>
        plainWords(text).includes(
          plainWords('answer' in item ? item.sentence.replace(gap, item.answer) : item.source),
        ),
      ),
      goal: 0.95,
    },
    {
      name: 'language right',
      value: share(
        sources.filter(({ text, language }) => languageOf(text) === language).length,
        sources.length,
      ),
      goal: 1,
    },
    {
      name: 'no address or mail',
      value: ofItems((item) => !/https?:|www\.|\S@\S/.test(JSON.stringify(item))),
      goal: 1,
    },
    {
      name: 'no duplicates',
      value: share(
        runs.filter(
          ({ items: own }) =>
            new Set(
              own.map((item) =>
                JSON.stringify([item.kind, item.source, 'answer' in item ? item.answer : '']),
              ),
            ).size === own.length,
        ).length,
        runs.length,
      ),
      goal: 1,
    },
    {
      name: 'gaps as many as asked',
      value: share(
        sources.filter(
          ({ text, language }) => gapsIn(text, { kind: 'keywords', count: 12, language }).length === 12,
        ).length,
        sources.length,
      ),
      goal: 0.98,
    },
    {
      name: 'summaries in the words of the text',
      value: share(
        sources.filter(({ text, language }) =>
          summaryOf(text, 4, language).every((sentence) => plainWords(text).includes(sentence)),
        ).length,
        sources.length,
      ),
      goal: 1,
    },
  ]
}

/** Whether a gate is passed. */
export function isPassed({ value, goal, isAtMost }: Gate): boolean {
  return isAtMost ? value <= goal : value >= goal
}

/** How far the places of keys are from being even; above 11.34 chance explains it in less than one of a hundred cases. */
function chiSquare(choices: readonly { options: string[]; answer: string }[]): number {
  const expected = choices.length / 4
  return [0, 1, 2, 3].reduce((sum, place) => {
    const count = choices.filter(({ options, answer }) => options[place] === answer).length
    return sum + (count - expected) ** 2 / Math.max(1, expected)
  }, 0)
}
