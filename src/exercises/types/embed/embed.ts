import { z } from 'zod'
import { nothingToAnswer } from '#exercises/model/task/content-type.ts'
import { wordsSchema } from '#exercises/model/task/data-schemas.ts'
import { elementType } from '#exercises/model/task/element-type.ts'
import { isHttpsAddress } from '#platform/rules/web/https-address.ts'

const schema = z.object({
  address: z.string().trim().max(500).refine(isHttpsAddress),
  label: wordsSchema,
})

/** Something elsewhere: a link with its name, because no page of ours asks others for anything. */
export const embed = elementType<z.output<typeof schema>, null>({
  ...nothingToAnswer,
  type: 'embed',
  place: 340,
  schema,
  view: ({ address, label }) => [{ kind: 'link', address, text: label }],
  editor: [
    { name: 'address', kind: 'line' },
    { name: 'label', kind: 'line' },
  ],
  typed: ({ address, label }) => ({ address, label }),
  fromTyped: ({ address = '', label = '' }) => ({ address, label }),
})
