import { z } from 'zod'
import { normalised } from '#exercises/model/engines/typed-answer.ts'
import { elementType } from '#exercises/model/task/element-type.ts'
import { numberIn } from '#exercises/model/task/typed-values.ts'
import { truncate } from '#platform/rules/text/truncate.ts'

const schema = z.object({ maxWords: z.number().int().min(1).max(10) })

/** Words that come to mind, a line each. */
export const wordCloud = elementType<z.output<typeof schema>, string[]>({
  type: 'word_cloud',
  place: 260,
  kind: 'collected',
  schema,
  parts: () => 0,
  view: ({ maxWords }) => [
    { kind: 'text', name: 'words', lines: maxWords, maxLength: maxWords * 40, isNumber: false },
  ],
  read: ({ maxWords }, answers) =>
    (answers.words?.[0] ?? '')
      .split(/[\n,;]/)
      .map((word) => truncate(normalised(word), 40))
      .filter((word) => word !== '')
      .slice(0, maxWords),
  score: () => ({ scaled: null, parts: [] }),
  key: () => [],
  solution: () => [],
  editor: [{ name: 'maxWords', kind: 'number' }],
  typed: ({ maxWords }) => ({ maxWords: String(maxWords) }),
  fromTyped: ({ maxWords }) => ({ maxWords: numberIn(maxWords) ?? 3 }),
})
