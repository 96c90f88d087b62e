import type { OwnReview } from '#shared/contract/feedback.ts'
import { reviewView } from '../catalogue/service.ts'
import type { PlacedReviewRow } from './review-queries.ts'

export function ownReviewView(row: PlacedReviewRow): OwnReview {
  return { ...reviewView(row), materialId: row.material_id }
}
