import { event } from '#platform/events/event.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

/**
 * Somebody left a school, was taken out of it, or is known to belong to it from now on, or not any more; told when it is so.
 * `wasVerified`: before.
 */
export const schoolPlaceChanged = event<{
  world: LiveWorldCode
  accountId: number
  schoolId: number
  wasVerified: boolean
}>('school.place-changed')
