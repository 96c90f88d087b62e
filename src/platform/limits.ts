/** Every constant of specification 9 and every limit of the product, named once. This file ships to the browser. */

export const defaultCountry = 'DE'

/** Specification 9: a material is new within 14 days of its creation. */
export const newMaterialDays = 14
export const wishlistPageSize = 200
export const consecutiveUnauthorizedLimit = 5
export const slowRequestMs = 3000
/** Specification 9: a script that is loaded on need is lost after two minutes. */
export const chunkTimeoutMs = 120_000
/** Specification 9: who is still there 15 s after the start counts with a value of 200. */
export const engagement = { value: 200, afterMs: 15_000 } as const
/** Specification 9: up to this width a window counts as a tablet's where the gallery is counted. */
export const tabletMaxPx = 991
/** Events of one call, and days after which only their sums are left. */
export const maxTrackedBatch = 50
export const trackedEventDays = 30
/** A browser sends what it counts after a pause, doubled while nobody takes it, and keeps no more than so many. */
export const trackingLimits = { pauseMs: 5000, longestPauseMs: 300_000, mostWaiting: 200 } as const
export const localCookieDays = 30
/** Consent is asked for anew after 12 months; so long its record is kept. */
export const consentDays = 365
/** Specification 9: until the question for consent can be asked, it is looked again every second, ten times at most. */
export const consentInit = { everyMs: 1000, tries: 10 } as const
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
/** A pasted paragraph is searched as a whole; what is longer than this only in its beginning. */
export const maxSearchLength = 4000
export const maxSuggestions = 8
export const maxCartItems = 200
/** Three times as long as a browser keeps the key of a cart that is not changed: nobody can come back to it. */
export const strangersCartDays = 90
/** As long as the cookie of a visitor without an account lasts: nobody can come back to older favorites. */
export const strangersListDays = 365
export const maxFavorites = 2000
export const maxFollows = 2000
/** Folders of one member in one world, and how deep they may lie in each other. */
export const maxFolders = 500
export const folderDepth = 3
export const folderTitleLength = 60
/** Specification 4: the message of success clears after so many seconds. */
export const folderMessageSeconds = 8

export const maxUploadBytes = 200 * 1024 * 1024
export const maxUploadFiles = 10
/** A file that is sent in pieces and may be taken up again, whatever its kind allows. */
export const maxResumableBytes = 1024 * 1024 * 1024
/** Files of one member that are being sent, or wait for their form; so long they do. */
export const maxOpenUploads = 40
export const unusedUploadHours = 24
/** Words of a file that are kept to find copies of it. */
export const maxExtractedText = 200_000
/** A half-written file that has not grown for so long belongs to a process that was killed: no upload may rest that long. */
export const abandonedUploadHours = 1
/** An author's video about a material: some minutes of a screen or a desk. */
export const maxVideoBytes = 100 * 1024 * 1024
export const maxPictureBytes = 10 * 1024 * 1024
/** How long a class may work with one material: 100 hours. */
export const maxLessonMinutes = 6000
export const maxPdfPages = 1000
/** Pages of a material that are listed, shown or not. */
export const maxPreviewPages = 20
/** Pages of a file that are compared with those of other authors. */
export const maxComparedPages = 60
export const maxApiBodyBytes = 256 * 1024
export const maxFormBodyBytes = 64 * 1024
/** A form without files is some dozen fields; one with every box ticked has a few hundred. */
export const maxFormFields = 1000
/** What is typed beside files: a description and some hundred short choices. */
export const maxMultipartFields = 400
export const maxMultipartFieldsBytes = 128 * 1024
/** A boundary has 70 signs at most (RFC 2046, 5.1.1), and browsers name nothing else. */
export const maxMultipartTypeLength = 200
/** Time a body without files may take, also over a slow connection. */
export const smallBodyMs = 30_000
/** An upload may take hours, but not stand still: less than this in so long is standing still. */
export const uploadIdle = { ms: 30_000, minBytes: 1024 } as const
/** A client that still sends when it is refused may read the answer so long before it is cut off. */
export const lingering = { ms: 3000, maxBytes: 32 * 1024 * 1024 } as const
/** All files and videos an author keeps here, and the uploads of a day (UTC). */
export const maxAuthorBytes = 10 * 1024 * 1024 * 1024
export const maxUploadsPerDay = 100
/** A picture from outside: looked at before it is unpacked. `ratio` is the longer side by the shorter. */
export const pictureLimits = { pixels: 50_000_000, side: 20_000, ratio: 20 } as const
/** The longest a stranger's file may be worked at while somebody waits, and for previews, which nobody waits for. */
export const examineMs = 30_000
export const drawMs = 60_000
/** Nothing a visitor waits for takes longer: then it is a 503 (issue: a slow database never holds a request). */
export const maxAnswerMs = 5000
export const maxUrlLength = 4096

export const minPriceCents = 50
export const maxPriceCents = 100_000
export const maxSchoolPriceCents = 1_000_000
/** What is typed into a form and kept until it is sent: a post of the longest kind fits, and an author's desk full of forms. */
export const formDraftLimits = {
  perMember: 200,
  days: 90,
  fields: 200,
  nameLength: 64,
  values: 200,
  valueLength: 40_000,
} as const
export const titleLength = { min: 3, max: 160 } as const
export const descriptionMaxLength = 20_000
export const versionNoteMaxLength = 500
/** Versions of a material its page tells of. */
export const shownVersions = 20
export const reviewMaxLength = 4000
export const reviewPageSize = 20
export const questionLength = { min: 10, max: 1000 } as const
export const noteLength = { min: 5, max: 1000 } as const
export const postSourceLength = { min: 20, max: 40_000 } as const
/** What a picture in a post shows, for who cannot see it. */
export const pictureAltLength = { min: 3, max: 300 } as const
/** Pictures an author keeps for the posts of one world. */
export const maxPostPictures = 500
/** While somebody writes, what a post said is kept no more often than this. */
export const autosaveVersionMinutes = 10
/** Below this many words a post is not offered to search engines. */
export const indexedPostWords = 150
/** An article of the longest kind, twice as long in form encoding with each letter as six signs, still comes back to its writer. */
export const maxPostFormBytes = 768 * 1024
export const postsPerPage = 12
export const maxNumberedPages = 40
export const excerptLength = 220
export const commentLength = { min: 2, max: 4000 } as const
export const commentsPerPage = 30
/** How long a comment can be mended by who wrote it. */
export const commentEditMinutes = 15
export const maxCommentsPerHour = 30
export const reportLength = { min: 20, max: 4000 } as const
/** Buyers hear of a new version once its author has changed nothing for so long. */
export const versionMailRestMinutes = 30
/** Of what takes out of a file who made it; counted up when it takes out more, stored files are cleaned again. */
export const cleaningVersion = 2
/** Files that are cleaned again in one run. */
export const cleaningBatch = 20
/** PDFs that get the name of their buyer on each page; larger ones stay as they are. */
export const stampLimits = { bytes: 100 * 1024 * 1024, pages: 500, nameLength: 60 } as const
/** Things in one bundle. */
export const bundleLimits = { min: 2, max: 30 } as const
/** Where pictures and texts of others come from, in the author's words. */
export const imageSourcesMaxLength = 2000
/** What an author says of a page for who cannot see it: one or two sentences. */
export const pageAltMaxLength = 250
/** An author with this many published materials publishes without review. */
export const trustedAfter = { materials: 3 } as const
/**
 * Reports of so many members, of different networks and with accounts of so many days, hide a review, a question or a
 * comment until the desk has decided.
 */
export const reportsThatHide = 3
export const reporterDays = 30
/** What a decision says about its reasons, and a complaint against it. */
export const moderationTextLength = { min: 20, max: 4000 } as const
export const moderationRuleLength = { min: 3, max: 300 } as const
/** How long a decision can be complained about (DSA 20: six months at least). */
export const appealDays = 184
/** Days within which the desk decides a case: our own goal, where the law says without delay. */
export const deskDays = { report: 7, appeal: 14, listing: 3 } as const
/** So many strikes within a year close publishing for a while. */
export const strikes = { count: 3, withinDays: 365, pauseDays: 90 } as const
/** Days: buyers of a material that infringed a copyright are refunded when they bought it within them. */
export const takedownRefundDays = 365
/** Private notes one member may write. */
export const maxNotes = { perMaterialAndWeek: 3, perDay: 10 } as const
/** Unanswered questions one member may have about one material. */
export const maxOpenQuestions = 3
export const publicNameLength = { min: 2, max: 60 } as const
export const subtitleMaxLength = 120
export const profileTextMaxLength = 4000
export const sectionTitleLength = { min: 2, max: 60 } as const
export const maxSections = 12
/** Materials that come first on an author's page. */
export const maxPins = 6
/** What an author tells all followers at once: how often, and how long their page shows it. */
export const announcementLength = { min: 10, max: 600 } as const
export const announcementPauseDays = 7
export const announcementShownDays = 30
/** An author's absence, and what they say about it. */
export const maxAwayDays = 180
export const awayTextMaxLength = 300
/** Own materials a section's list of checkboxes shows: the newest. */
export const maxSectionChoices = 200
/** NIST SP 800-63B / ASVS 6.2: length counts, long pass phrases are welcome. */
export const passwordLength = { min: 8, max: 256 } as const

export const sessionDays = 30
export const publicSessionHours = 24
/** The `client_id` of the product itself: the only one with the password and the social grants. */
export const ownClientId = 'aularium-web'
/** What the scripts of a page hold of their browser's session. */
export const scriptTokenMinutes = 15
/** Lifetimes of OAuth tokens. */
export const appTokenMinutes = 60
export const refreshDays = 30
export const authorizationCodeSeconds = 60
export const socialLinkHours = 24
export const registrationTokenHours = 48
/** Who forgot the password is at the mailbox now. */
export const recoveryTokenHours = 2
export const emailChangeHours = 24
/** The former address can take a change back for so long: a stolen account is noticed after a weekend. */
export const emailChangeStopDays = 7
export const invitedAccountDays = 30
/** From closing an account until everything about the person is erased. */
export const accountGraceDays = 14
/** The copy of all own data, from when it was asked for. */
export const exportDays = 7
/** An admin in a member's name. */
export const loginAsMinutes = 60
export const loginAsReasonLength = { min: 10, max: 500 } as const
/** Before something this important the password was typed at most so long ago. */
export const freshLoginMinutes = 15
/** Mails are opened years later, and their links must still leave them. */
/** Letters to the help: in characters, days a link opens them, days they are kept after the last word; `shown` in a list. */
export const ticketLimits = {
  subject: { min: 3, max: 120 },
  body: { min: 10, max: 8000 },
  name: 80,
  linkDays: 365,
  keptDays: 2 * 365,
  shown: 100,
} as const
export const unsubscribeLinkDays = 3 * 365
/** Day of the words by which the newsletter is asked for; stored with each consent. */
export const newsletterTextVersion = '2026-11-29'
/** `restMinutes`: an address is asked no more often than that. `leftDays`: so long the proof of a consent is kept. */
export const newsletterLimits = {
  confirmDays: 7,
  restMinutes: 10,
  askedDays: 30,
  leftDays: 3 * 365,
  mailsAMinute: 300,
} as const
export const ratingLinkDays = 90
/** The mailed link of a free material: days and downloads it is good for. */
export const freeDownloadDays = 7
export const maxFreeDownloads = 10
export const recommendationLinkDays = 180
export const recommendationMaxLength = 500
export const maxRecommendationsPerDay = 10
export const downloadLinkSeconds = 15 * 60
export const idempotencyHours = 48
export const webhookToleranceSeconds = 300
export const pendingOrderHours = 24
export const taskNoteLength = 500
/** The buyer's right of withdrawal, from the contract on (directive 2011/83/EU, article 9). */
export const withdrawalDays = 14
export const refundReasonLength = 300
/** So long after a sale its buyer may ask the author for the money. */
export const refundRequestDays = 365
/** Wishes of one buyer in 30 days. */
export const refundRequestsAMonth = 10
/** An author who was paid out gives back no more than this beyond their balance, in cents; then finance decides. */
export const maxAuthorDebtCents = 5000
/** So long what a register of VAT numbers said counts; then it is asked again. */
export const vatIdProofDays = 90
/** One line of a billing address. */
export const billingLength = 120

/** Sales are paid out once their buyers cannot withdraw any more (14 days, directive 2011/83/EU). */
export const payoutHoldDays = 14
/** Cents per currency; what is below waits for the next month. */
export const payoutMinimumCents: Readonly<Record<string, number>> & { readonly EUR: number } = {
  EUR: 1000,
  GBP: 1000,
}
/** After new bank details nothing is paid out for so long: time to object for whose account was taken over. */
export const bankChangeHoldDays = 5
export const payoutNoteLength = 300
/** SEPA: characters of a holder's name. */
export const holderLength = 70
/**
 * Directive (EU) 2021/514: who has not given their data `withheldDays` after the first reminder and after `reminders` is paid nothing more.
 */
export const dac7 = {
  reminders: 2,
  reminderDays: 30,
  withheldDays: 60,
} as const

/** The author's share of the net price, in basis points, from the first sale on. */
export const authorShareBp = 7000
const usualTiers = [
  { sales: 0, authorShareBp },
  { sales: 100, authorShareBp: 7500 },
  { sales: 500, authorShareBp: 8000 },
] as const
/** The share by world, from so many paid sales there on; frozen in the order item at sale and never reckoned anew. */
export const shareTiers = {
  de: usualTiers,
  es: usualTiers,
  fr: usualTiers,
  gr: usualTiers,
  it: usualTiers,
  en: usualTiers,
} as const

/** Materials a school has bought for all, on a page of the list. */
export const schoolLicencesPerPage = 50

export const notificationLimits = { perPage: 30, days: 90, text: 300, sessionCheckMs: 30_000 } as const

/** Days in which credit of a refund can be spent at least, where it would be over by then. */
export const creditBackDays = 30

/** How long credit lasts, and how many days before its end the owner is told. */
export const creditMonths = 12
export const creditWarningDays = 30
export const creditMovesShown = 200
export const giftCardYears = 3
/** Codes an author may have at a time. */
export const maxOwnVouchers = 50
/** Verified schools pay by bank transfer so many days after they ordered; `openCents`: what one school may owe at a time. */
export const invoicePurchase = {
  dueDays: 30,
  openCents: { EUR: 150_000, GBP: 130_000 } as Readonly<Record<string, number>> & { readonly EUR: number },
  /** The first reminder comes so long after the day, the next so long after the one before; then a person looks. */
  firstReminderDays: 3,
  nextReminderDays: 14,
  reminders: 2,
} as const
/**
 * A member who asked for it is notified of a cart that was left so long ago, and at most so long; not again for the pause. The
 * link of the mail works so many days.
 */
export const abandonedCart = { afterHours: 24, atMostHours: 72, pauseDays: 30, linkDays: 30 } as const
