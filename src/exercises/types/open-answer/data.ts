import { z } from 'zod'
import { interactiveLimits } from '#platform/rules/exercise-limits.ts'

export const schema = z.object({ max: z.number().int().min(20).max(interactiveLimits.answerLength) })
export type OpenAnswer = z.output<typeof schema>
