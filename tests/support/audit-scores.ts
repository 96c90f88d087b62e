/** A category of Lighthouse as it counts its audits; null: the audit does not apply to this page. */
export interface CountedAudit {
  id: string
  weight: number
  score: number | null
}

export interface CategoryScore {
  /** What Lighthouse says, 0 to 100. */
  score: number
  /** The same without the audits that this page misses on purpose. */
  besides: number
  /** Those of them that took points, or the empty list. */
  misses: string[]
}

/** Reads one category; `onPurpose` names the audits that a page has to miss, and nothing else is forgiven. */
export function categoryScore(audits: readonly CountedAudit[], onPurpose: readonly string[]): CategoryScore {
  const isMissed = ({ id, score, weight }: CountedAudit) =>
    onPurpose.includes(id) && weight > 0 && score !== null && score < 1
  const others = audits.filter((audit) => !isMissed(audit))
  return {
    score: weighted(audits),
    besides: weighted(others),
    misses: audits.filter(isMissed).map(({ id }) => id),
  }
}

function weighted(audits: readonly CountedAudit[]): number {
  const counted = audits.flatMap(({ score, weight }) => (score === null ? [] : [{ score, weight }]))
  const weight = counted.reduce((sum, audit) => sum + audit.weight, 0)
  if (weight === 0) return 100
  return Math.round((counted.reduce((sum, audit) => sum + audit.weight * audit.score, 0) / weight) * 100)
}
