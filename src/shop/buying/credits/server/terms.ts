import { creditMonths } from '#platform/limits.ts'

/** What comes today can be spent until then. */
export function creditEnd(from = new Date()): Date {
  const end = new Date(from)
  end.setUTCMonth(end.getUTCMonth() + creditMonths)
  return end
}
