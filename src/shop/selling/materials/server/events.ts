import { event } from '#platform/events/event.ts'
import { authorListTag, cardTag, materialTag, namedTag } from '#platform/events/page-tags.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

interface Listing {
  materialId: number
  authorId: number
  world: LiveWorldCode
}

/** What events say of a material. */
export function listingOf(row: { id: number; author_id: number; world: string }) {
  return { materialId: row.id, authorId: row.author_id, world: row.world as LiveWorldCode }
}

const shownTags = ({ materialId }: Listing) => [materialTag(materialId), cardTag(materialId)]
const listTag = ({ authorId }: Listing) => authorListTag(authorId)

/** A material came before the public. */
export const listingPublished = event<Listing>('listing.published', {
  tags: (listing) => [...shownTags(listing), listTag(listing)],
})

/** Something the public sees of a material is different; `isRelisted`: also where its author's pages list it. */
export const listingChanged = event<Listing & { isRelisted: boolean }>('listing.changed', {
  tags: (listing) => [...shownTags(listing), ...(listing.isRelisted ? [listTag(listing)] : [])],
})

/** The pictures of a public material are other ones; its words are the same. */
export const listingPictured = event<Listing>('listing.pictured', {
  tags: shownTags,
})

/** A material waits until the desk has looked at it. */
export const listingProposed = event<Listing>('listing.proposed', {})

/** A material that was published has files like those of another author: somebody should look at it. */
export const listingSuspected = event<Listing>('listing.suspected', {})

/** Materials were put into a bundle that has been on sale. */
export const bundleGrew = event<Listing & { addedIds: number[] }>('listing.bundle-grew', {})

/** A member was given a file of a material that is not theirs, or what is made of it; told each time. */
export const materialTaken = event<{ world: LiveWorldCode; materialId: number; accountId: number }>(
  'material.taken',
)

/** A material is no longer listed, or no longer there. */
export const listingWithdrawn = event<Listing>('listing.withdrawn', {
  gone: (listing) => [...shownTags(listing), namedTag(listing.materialId)],
  tags: (listing) => [listTag(listing)],
})
