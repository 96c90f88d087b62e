import type { OwnReview } from '#platform/rules/contract/feedback.ts'
import { reviewView } from '#shop/catalogue/catalogue/server/service.ts'
import type { PlacedReviewRow } from './reviews/review-queries.ts'

export function ownReviewView(row: PlacedReviewRow): OwnReview {
  return { ...reviewView(row), materialId: row.material_id }
}
