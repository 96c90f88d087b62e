/** Every constant of specification 9 and every limit of the product, named once. This file ships to the browser. */

export const defaultCountry = 'DE'

/** Specification 9: a material is new within 14 days of its creation. */
export const newMaterialDays = 14
export const wishlistPageSize = 200
export const consecutiveUnauthorizedLimit = 5
export const slowRequestMs = 3000
export const localCookieDays = 30
/** Specification 9: the country is stored for a year. */
export const countryDays = 365
export const previewMaxHeightPx = 500
export const headerAvatarPx = 32
export const headerAvatarQuality = 95
export const authorImagePx = 200
export const authorBackgroundHeightPx = 204
export const authorBackgroundMaxWidthPx = 1200
export const authorBackgroundQuality = 80

export const searchPageSize = 24
/** Pages with a number and a link of their own (issue "The storefront"); beyond, cursors go on. */
export const maxNumberedPage = 40
/** `name` and `params` in characters, `perMember` searches in a world; a deleted one can be brought back for so many days. */
export const savedSearchLimits = { name: 80, params: 1000, perMember: 50, undoDays: 7 } as const
export const maxQueryLength = 200
export const maxSuggestions = 8
export const maxCartItems = 200
export const maxFavorites = 2000
export const maxFollows = 2000

export const maxUploadBytes = 200 * 1024 * 1024
export const maxUploadFiles = 10
/** An author's video about a material: some minutes of a screen or a desk. */
export const maxVideoBytes = 100 * 1024 * 1024
export const maxPictureBytes = 10 * 1024 * 1024
export const maxPdfPages = 1000
export const maxPreviewPages = 12
export const maxApiBodyBytes = 256 * 1024
export const maxFormBodyBytes = 64 * 1024
/** Nothing a visitor waits for takes longer: then it is a 503 (issue: a slow database never holds a request). */
export const maxAnswerMs = 5000
export const maxUrlLength = 4096

export const minPriceCents = 50
export const maxPriceCents = 100_000
export const maxSchoolPriceCents = 1_000_000
export const titleLength = { min: 3, max: 160 } as const
export const descriptionMaxLength = 20_000
export const versionNoteMaxLength = 500
/** Versions of a material its page tells of. */
export const shownVersions = 20
export const reviewMaxLength = 4000
export const reviewPageSize = 20
export const questionLength = { min: 10, max: 1000 } as const
export const postSourceLength = { min: 20, max: 40_000 } as const
/** Below this many words a post is not offered to search engines. */
export const indexedPostWords = 150
/** An article of the longest kind, twice as long in form encoding with each letter as six signs, still comes back to its writer. */
export const maxPostFormBytes = 768 * 1024
export const postsPerPage = 12
export const maxNumberedPages = 40
export const excerptLength = 220
export const commentLength = { min: 2, max: 4000 } as const
export const commentsPerPage = 30
export const maxCommentsPerHour = 30
export const reportLength = { min: 20, max: 4000 } as const
/** Unanswered questions one member may have about one material. */
export const maxOpenQuestions = 3
export const publicNameLength = { min: 2, max: 60 } as const
export const subtitleMaxLength = 120
export const profileTextMaxLength = 4000
export const sectionTitleLength = { min: 2, max: 60 } as const
export const maxSections = 12
/** Own materials a section's list of checkboxes shows: the newest. */
export const maxSectionChoices = 200
/** NIST SP 800-63B / ASVS 6.2: length counts, long pass phrases are welcome. */
export const passwordLength = { min: 8, max: 256 } as const

export const sessionDays = 30
export const publicSessionHours = 24
export const registrationTokenHours = 48
/** Mails are opened years later, and their links must still leave them. */
export const unsubscribeLinkDays = 3 * 365
export const ratingLinkDays = 90
/** The link of a free material sent by mail: so many days and downloads. */
export const freeDownloadDays = 7
export const maxFreeDownloads = 10
export const recommendationLinkDays = 180
export const recommendationMaxLength = 500
export const maxRecommendationsPerDay = 10
export const downloadLinkSeconds = 15 * 60
export const idempotencyHours = 48
export const webhookToleranceSeconds = 300
export const pendingOrderHours = 24

/** The author's share of the net price, in basis points; frozen in the order item at sale. */
export const authorShareBp = 7000
/** Version of the legal texts a buyer or member accepts; stored with every consent. */
export const legalTextVersion = '2026-11-01'
