import { http } from '#platform/browser/client.ts'
import { pageHasTrait, pageWorld } from '#platform/browser/page.ts'
import { wishlistPageSize } from '#platform/limits.ts'

/** A material is remembered, an author followed (specification 7). */
export type SubjectType = 'material' | 'author'

export interface SubscriptionPage {
  items: { id: number }[]
  _total: number
}

/** One page of remembered materials, pages from 1. Aborted before sending where the route forbids it (specification 2). */
export async function queryWishlist(isMember: boolean, page: number): Promise<SubscriptionPage> {
  if (pageHasTrait('no-favorites')) throw new DOMException('No wishlist on this page', 'AbortError')
  const list = isMember ? 'wishlist' : 'anonymous-wishlist'
  return http.post(`/v3/elastic-indexer/${list}/query`, { limit: wishlistPageSize, page })
}

/** One page of followed authors, pages from 1. */
export async function queryFollows(isMember: boolean, page: number): Promise<SubscriptionPage> {
  const wish = { type: 'author', limit: wishlistPageSize, page }
  if (!isMember) return http.post('/v3/subscriptions/anonymous/list', wish)
  return http.get('/v1/subscriptions', { query: wish })
}

/** Subscribes or unsubscribes, for the account or for the anonymous id. Both may be repeated. */
export async function subscribe(
  subject: { type: SubjectType; id: number },
  { isMember, isOn }: { isMember: boolean; isOn: boolean },
): Promise<{ _total: number }> {
  const path = `/v3/subscriptions/${isMember ? '' : 'anonymous/'}${isOn ? 'subscribe' : 'unsubscribe'}`
  return http.post(path, { subjectId: subject.id, subjectType: subject.type, world: pageWorld() })
}
