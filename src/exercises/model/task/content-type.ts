import type { ElementType } from './element-type.ts'

/** What every type without an answer has in common. */
export const nothingToAnswer = {
  kind: 'content',
  parts: () => 0,
  read: () => null,
  score: () => ({ scaled: null, parts: [] }),
  key: () => null,
  solution: () => [],
} as const satisfies Partial<ElementType<unknown, null>>
