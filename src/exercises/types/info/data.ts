import { z } from 'zod'
import { someHtmlSchema } from '#exercises/model/task/data-schemas.ts'

export const schema = z.object({ html: someHtmlSchema })
export type Info = z.output<typeof schema>
