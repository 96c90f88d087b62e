/** What becomes of a listing somebody looked at before it is public. */
export const listingOutcomes = ['published', 'revision_asked', 'rejected'] as const
