import { url } from '#routing/url.ts'
import type { Decision, DeskCase } from '#shared/contract/moderation.ts'
import type { LiveWorldCode } from '#shared/contract/world.ts'
import type { CaseReportRow, CaseRow } from './case-queries.ts'
import type { DecisionRow } from './decision-queries.ts'

export function decisionView(row: DecisionRow): Decision {
  return {
    id: row.id,
    outcome: row.outcome,
    category: row.category,
    ground: row.ground,
    rule: row.rule,
    facts: row.facts,
    isStrike: row.is_strike,
    decidedBy: row.decided_by_name,
    decidedAt: row.decided_at.toISOString(),
  }
}

export function reportView(row: CaseReportRow): DeskCase['reports'][number] {
  const { id, reason, text, name, email } = row
  return { id, reason, text, name, email, createdAt: row.created_at.toISOString() }
}

/** The page of what a case is about; a comment has its place on the page of its post. */
export function targetUrl(world: LiveWorldCode, row: CaseRow): string {
  if (row.target_kind === 'material')
    return url('material', { world, id: row.target_id, slug: row.slug ?? '-' })
  if (row.target_kind === 'review' || row.target_kind === 'question') {
    const material = url('material', { world, id: row.material_id ?? row.target_id, slug: row.slug ?? '-' })
    return row.target_kind === 'review' ? `${material}#review-${row.target_id}` : `${material}#questions`
  }
  const post = url('post', { world, id: row.post_id ?? row.target_id })
  return row.target_kind === 'comment' ? `${post}#comment-${row.target_id}` : post
}
