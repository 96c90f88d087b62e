import type { z } from 'zod'
import { ProductError } from '#shared/errors.ts'
import { numberIn } from '#shared/interactive/typed-values.ts'

/** The number of a field; undefined: nothing is typed there. @throws ProductError invalid_input (it is none, or not a possible one) */
export function typedNumber<T extends number>(
  field: string,
  text: string | undefined,
  schema: z.ZodType<T>,
): T | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const read = schema.safeParse(numberIn(text))
  if (!read.success) throw new ProductError('invalid_input', { fields: { [field]: 'invalid' } })
  return read.data
}

/** Whether a form sent a box as ticked: our pages say `1`, a box without a value of its own `on`. */
export function isTicked(value: unknown): boolean {
  return value === 'on' || value === '1'
}
