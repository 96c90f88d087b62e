import type { Context } from '#platform/context/context.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { url } from '#platform/routing/url.ts'
import type { Decision, DeskCase } from '#platform/rules/contract/moderation.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { previewView } from '#shop/catalogue/catalogue/server/service.ts'
import { downloadUrl, type reviewedListings } from '#shop/selling/materials/server/service.ts'
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

/** The page of what a case is about; a comment has its place on the page of its post or material. */
export function targetUrl(world: LiveWorldCode, row: CaseRow): string {
  if (row.target_kind === 'material')
    return url('material', { world, id: row.target_id, slug: row.slug ?? '-' })
  if (row.target_kind === 'announcement')
    return url('author', { world, id: row.affected_id, slug: row.slug ?? '' })
  if (row.target_kind !== 'post' && row.material_id !== null) {
    const material = url('material', { world, id: row.material_id, slug: row.slug ?? '-' })
    if (row.target_kind === 'note') return material
    return row.target_kind === 'question'
      ? `${material}#questions`
      : `${material}#${row.target_kind}-${row.target_id}`
  }
  const post = url('post', { world, id: row.post_id ?? row.target_id })
  return row.target_kind === 'comment' ? `${post}#comment-${row.target_id}` : post
}

/** What the desk sees of a listing that waits; the others it is like may be of any world. */
export function listingView(
  context: Context,
  { reasons, files, previews }: Awaited<ReturnType<typeof reviewedListings>>[number],
  description: string,
): NonNullable<DeskCase['listing']> {
  const { accountId } = requireMember(context)
  return {
    reasons: reasons.map((reason) =>
      reason.kind === 'new_author'
        ? { kind: reason.kind, fileName: '', url: null, percent: 0, pages: '' }
        : {
            ...{ kind: reason.kind, fileName: reason.fileName, percent: reason.percent },
            pages: reason.pages ?? '',
            url: url('material', { world: reason.world as LiveWorldCode, id: reason.materialId, slug: '-' }),
          },
    ),
    description,
    previews: previews.map((each) => {
      const { src, srcset, width, height } = previewView(context.images, each)
      return { src, srcset, width, height }
    }),
    files: files.map(({ id, name }) => ({ name, url: downloadUrl(context, { accountId, fileId: id }) })),
  }
}
