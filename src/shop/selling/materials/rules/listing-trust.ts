import { trustedAfter } from '#platform/limits.ts'

/** The desk's word about an author; null: it has said nothing. */
export type ListingTrust = 'trusted' | 'reviewed' | null

/** Whether new listings of an author are public at once, as long as nothing is suspected. */
export function isTrustedAuthor(author: { trust: ListingTrust; published: number }): boolean {
  if (author.trust !== null) return author.trust === 'trusted'
  return author.published >= trustedAfter.materials
}

/** Whether a listing waits for the desk: the author is new, or files are like those of others and the desk trusts nobody's word for it. */
export function waitsForDesk(author: {
  trust: ListingTrust
  published: number
  isSuspected: boolean
}): boolean {
  if (author.isSuspected) return author.trust !== 'trusted'
  return !isTrustedAuthor(author)
}
