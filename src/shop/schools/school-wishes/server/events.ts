import { event } from '#platform/events/event.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

/** A wish for a school is approved, or declined with a reason; told whom it was. */
export const wishDecided = event<{
  world: LiveWorldCode
  schoolId: number
  materialId: number
  wisherId: number
  title: string
  isApproved: boolean
}>('school-wish.decided')
