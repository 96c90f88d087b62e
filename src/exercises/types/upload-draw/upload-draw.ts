import { z } from 'zod'
import { elementType } from '#exercises/model/task/element-type.ts'
import { numberIn } from '#exercises/model/task/typed-values.ts'

const schema = z.object({
  /** Room on the sheet, in lines. */
  lines: z.number().int().min(4).max(40),
})

/** Something drawn, built or spoken: done away from the screen, looked at by the teacher. */
export const uploadDraw = elementType<z.output<typeof schema>, { done: boolean }>({
  type: 'upload_draw',
  place: 230,
  kind: 'collected',
  schema,
  parts: () => 0,
  view: ({ lines }) => [{ kind: 'paper', name: 'done', lines }],
  read: (_data, answers) => ({ done: answers.done?.[0] === 'on' }),
  score: () => ({ scaled: null, isPending: true, parts: [] }),
  key: () => ({ done: true }),
  solution: () => [],
  editor: [{ name: 'room', kind: 'number' }],
  typed: ({ lines }) => ({ room: String(lines) }),
  fromTyped: ({ room }) => ({ lines: numberIn(room) ?? 12 }),
})
