import { z } from 'zod'
import type { TypedSettings } from '#exercises/model/task/typed-settings.ts'
import { numberIn } from '#exercises/model/task/typed-values.ts'
import { ProductError } from '#platform/errors.ts'

const typedText = z.string().max(20_000).default('')

/** What any task may have beside its question, as it is typed. */
export const typedSettingsSchema = z.object({
  partial: typedText,
  bands: typedText,
  hints: typedText,
  timeLimit: typedText,
  isRequired: typedText,
  tags: typedText,
  quizPoints: typedText,
  media: typedText,
  mediaKind: typedText,
  mediaAlt: typedText,
  mediaTranscript: typedText,
} satisfies Record<keyof TypedSettings, typeof typedText>)

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
