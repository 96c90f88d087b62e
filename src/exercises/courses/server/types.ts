import { z } from 'zod'
import { roomModes } from '#exercises/model/modes.ts'
import { idSchema, versionSchema } from '#platform/rules/contract/world.ts'
import { courseLimits, roomLimits } from '#platform/rules/exercise-limits.ts'
import { contentLanguages } from '#platform/rules/search-attributes.ts'
import { isHttpsAddress } from '#platform/rules/web/https-address.ts'

/** Of the words of a course; '': that of its world. */
export const languageSchema = z.enum([...contentLanguages, ''])
export type CourseLanguage = z.output<typeof languageSchema>

const idOfItem = z.string().regex(/^[0-9a-f]{6}$/)
const common = {
  id: idOfItem,
  title: z.string().trim().min(1).max(120),
  minutes: z.number().int().min(0).max(600).default(0),
  isRequired: z.boolean().default(true),
}

/** How the room of an item is opened; no time is no limit. */
export const templateFields = {
  mode: z.enum(roomModes).default('self'),
  roomMinutes: z.number().int().min(0).max(roomLimits.minutes).default(0),
  roomSeconds: z.number().int().min(0).max(roomLimits.seconds).default(0),
}
/** `shadowId`: the pointer of the course's owner whose adjustments it is played with. */
const pinned = { unitId: idSchema, version: versionSchema, shadowId: idSchema.optional() }

/** One thing of a course. A unit is pinned to a version: what others change later does not change the course. */
export const itemSchema = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('unit'), ...pinned }),
  z.object({ ...common, kind: z.literal('room_template'), ...pinned, ...templateFields }),
  z.object({ ...common, kind: z.literal('material'), materialId: idSchema }),
  z.object({
    ...common,
    kind: z.literal('link'),
    address: z.string().trim().max(500).refine(isHttpsAddress),
  }),
  z.object({ ...common, kind: z.literal('text'), text: z.string().trim().min(1).max(5000) }),
])
export type CourseItem = z.output<typeof itemSchema>
export const itemsSchema = z.array(itemSchema).max(courseLimits.items)
