import type { ReviewSort } from '#platform/rules/contract/feedback.ts'

/** A page of a material's reviews; what is usual is left out, so that the usual page keeps its one address. */
export function reviewAddress(
  material: { url: string },
  wish: { sort?: ReviewSort; stars?: number | undefined; after?: string | null },
): string {
  const query = new URLSearchParams()
  if (wish.after) query.set('after', wish.after)
  if (wish.sort === 'helpful') query.set('reviews', wish.sort)
  if (wish.stars !== undefined) query.set('stars', String(wish.stars))
  return `${material.url}${query.size > 0 ? `?${query}` : ''}#reviews`
}
