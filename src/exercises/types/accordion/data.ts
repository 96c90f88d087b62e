import { z } from 'zod'
import { sectionsSchema } from '#exercises/model/task/sections.ts'

export const schema = z.object({ sections: sectionsSchema })
export type Accordion = z.output<typeof schema>
