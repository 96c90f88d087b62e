import { z } from 'zod'
import { idSchema, versionSchema } from '#shared/contract/world.ts'
import { courseLimits } from '#shared/limits.ts'

const idOfItem = z.string().regex(/^[0-9a-f]{6}$/)
const common = {
  id: idOfItem,
  title: z.string().trim().min(1).max(120),
  minutes: z.number().int().min(0).max(600).default(0),
  isRequired: z.boolean().default(true),
}

/** One thing of a course. A unit is pinned to a version: what others change later does not change the course. */
export const itemSchema = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('unit'), unitId: idSchema, version: versionSchema }),
  z.object({ ...common, kind: z.literal('material'), materialId: idSchema }),
  z.object({ ...common, kind: z.literal('link'), address: z.string().trim().max(500).refine(isLink) }),
  z.object({ ...common, kind: z.literal('text'), text: z.string().trim().min(1).max(5000) }),
])
export type CourseItem = z.output<typeof itemSchema>
export const itemsSchema = z.array(itemSchema).max(courseLimits.items)

function isLink(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocol === 'https:' && username === '' && password === ''
}
