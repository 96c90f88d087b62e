/** The possible outcomes of a review before publication. */
export const listingOutcomes = ['published', 'revision_asked', 'rejected'] as const
