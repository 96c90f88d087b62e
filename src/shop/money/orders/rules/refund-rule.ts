/** What an author grants beyond the law: a whole refund within so many days. */
export interface RefundRule {
  days: number
  /** false: a first download ends it. */
  afterDownload: boolean
}

/** The days an author can choose from. */
export const refundRuleDays = [7, 14, 30] as const

const dayMs = 86_400_000

/** Whether a rule, as it was frozen at the sale, gives a line back without anybody's word; null: no rule. */
export function isWithinRule(
  rule: RefundRule | null,
  { paidAt, now, isDownloaded }: { paidAt: Date; now: Date; isDownloaded: boolean },
): boolean {
  if (rule === null || (isDownloaded && !rule.afterDownload)) return false
  return now.getTime() <= paidAt.getTime() + rule.days * dayMs
}

/** Who gives back much of what they buy is answered by the author, not by the rule. */
export function isWithinRate({ bought, granted }: { bought: number; granted: number }): boolean {
  return granted < Math.max(2, Math.floor(bought / 5))
}
