import { wishlistPageSize } from '#shared/limits.ts'
import { pageHasTrait, pageWorld } from '../device/page.ts'
import { http } from './client.ts'

export interface WishlistPage {
  items: { id: number }[]
  _total: number
}

const query = '{ items { id } _total }'

/** One page of remembered materials, pages from 1. Aborted before sending where the route forbids it (specification 2). */
export async function queryWishlist(isMember: boolean, page: number): Promise<WishlistPage> {
  if (pageHasTrait('no-favorites')) throw new DOMException('No wishlist on this page', 'AbortError')
  const list = isMember ? 'wishlist' : 'anonymous-wishlist'
  return http.post(`/v3/elastic-indexer/${list}/query`, { query, limit: wishlistPageSize, page })
}

/** Remembers a material or forgets it, for the account or for the anonymous id. Both may be repeated. */
export async function subscribe(
  isMember: boolean,
  subjectId: number,
  isOn: boolean,
): Promise<{ _total: number }> {
  const path = `/v3/subscriptions/${isMember ? '' : 'anonymous/'}${isOn ? 'subscribe' : 'unsubscribe'}`
  return http.post(path, { subjectId, subjectType: 'material', world: pageWorld() })
}
