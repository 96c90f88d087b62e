import { courses } from '#exercises/courses/feature.ts'
import { rooms } from '#exercises/rooms/feature.ts'
import { units } from '#exercises/units/feature.ts'
import type { CookieType } from '#platform/context/cookies.ts'
import type { CountedPage, Feature, RequestNote, SentForm } from '#platform/features/manifest.ts'
import type { StateType } from '#platform/features/state.ts'
import type { TokenType } from '#platform/features/token.ts'
import type { AnyAction } from '#platform/http/access/action.ts'
import type { Handler } from '#platform/http/access/handler.ts'
import type { ProductParts } from '#platform/http/listen/app.ts'
import type { JobRow } from '#platform/jobs/worker.ts'
import { mail } from '#platform/mail/feature.ts'
import { pageTexts } from '#platform/page-texts/feature.ts'
import type { SocketType } from '#platform/realtime/socket.ts'
import { platformJobs } from '#platform/start/platform-jobs.ts'
import { aiDocuments } from '#shop/ai/ai-documents/feature.ts'
import { aiTools } from '#shop/ai/ai-tools/feature.ts'
import { cart } from '#shop/buying/cart/feature.ts'
import { credits } from '#shop/buying/credits/feature.ts'
import { favorites } from '#shop/buying/favorites/feature.ts'
import { folders } from '#shop/buying/folders/feature.ts'
import { freeDownloads } from '#shop/buying/free-downloads/feature.ts'
import { giftCards } from '#shop/buying/gift-cards/feature.ts'
import { library } from '#shop/buying/library/feature.ts'
import { vouchers } from '#shop/buying/vouchers/feature.ts'
import { catalogue } from '#shop/catalogue/catalogue/feature.ts'
import { hubs } from '#shop/catalogue/hubs/feature.ts'
import { recommendations } from '#shop/catalogue/recommendations/feature.ts'
import { savedSearches } from '#shop/catalogue/saved-searches/feature.ts'
import { seo } from '#shop/catalogue/seo/feature.ts'
import { synonyms } from '#shop/catalogue/synonyms/feature.ts'
import { feedback } from '#shop/community/feedback/feature.ts'
import { follow } from '#shop/community/follow/feature.ts'
import { moderation } from '#shop/community/moderation/feature.ts'
import { notifications } from '#shop/community/notifications/feature.ts'
import { editorial } from '#shop/content/editorial/feature.ts'
import { newsletter } from '#shop/content/newsletter/feature.ts'
import { podcast } from '#shop/content/podcast/feature.ts'
import { tickets } from '#shop/content/tickets/feature.ts'
import { billing } from '#shop/money/billing/feature.ts'
import { invoices } from '#shop/money/invoices/feature.ts'
import { operatorTasks } from '#shop/money/operator-tasks/feature.ts'
import { orders } from '#shop/money/orders/feature.ts'
import { payouts } from '#shop/money/payouts/feature.ts'
import { tax } from '#shop/money/tax/feature.ts'
import { withdrawals } from '#shop/money/withdrawals/feature.ts'
import { accountSecurity } from '#shop/people/account-security/feature.ts'
import { colleagues } from '#shop/people/colleagues/feature.ts'
import { formDrafts } from '#shop/people/form-drafts/feature.ts'
import { identity } from '#shop/people/identity/feature.ts'
import { location } from '#shop/people/location/feature.ts'
import { loginAs } from '#shop/people/login-as/feature.ts'
import { oauth } from '#shop/people/oauth/feature.ts'
import { privacy } from '#shop/people/privacy/feature.ts'
import { social } from '#shop/people/social/feature.ts'
import { schoolWishes } from '#shop/schools/school-wishes/feature.ts'
import { schools } from '#shop/schools/schools/feature.ts'
import { announcements } from '#shop/selling/announcements/feature.ts'
import { authors } from '#shop/selling/authors/feature.ts'
import { bulkListings } from '#shop/selling/bulk-listings/feature.ts'
import { charts } from '#shop/selling/charts/feature.ts'
import { materials } from '#shop/selling/materials/feature.ts'
import { posts } from '#shop/selling/posts/feature.ts'
import { statistics } from '#shop/selling/statistics/feature.ts'
import { consent } from '#shop/visits/consent/feature.ts'
import { tracking } from '#shop/visits/tracking/feature.ts'

/** Every feature of the product, in the order in which they may use each other: a feature uses those before it. */
export const features: readonly Feature[] = [
  pageTexts,
  location,
  consent,
  mail,
  accountSecurity,
  credits,
  identity,
  schools,
  formDrafts,
  social,
  oauth,
  loginAs,
  catalogue,
  synonyms,
  statistics,
  materials,
  bulkListings,
  hubs,
  vouchers,
  cart,
  tax,
  billing,
  operatorTasks,
  orders,
  payouts,
  invoices,
  giftCards,
  withdrawals,
  favorites,
  schoolWishes,
  folders,
  follow,
  charts,
  authors,
  feedback,
  posts,
  announcements,
  moderation,
  freeDownloads,
  colleagues,
  savedSearches,
  units,
  library,
  rooms,
  courses,
  aiTools,
  aiDocuments,
  notifications,
  recommendations,
  editorial,
  podcast,
  newsletter,
  tickets,
  tracking,
  seo,
  privacy,
]

/** Every action and read of the product. */
export const actions: readonly AnyAction[] = features.flatMap(({ actions = [], reads = [] }) => [
  ...actions,
  ...reads,
])

/** Every address of theirs that is neither a page nor a call of the API. */
export const handlers: readonly Handler[] = features.flatMap((feature) => feature.handlers ?? [])

/** Hosts of features: the mirror of a Host header, where it is one. */
export const mirrors: readonly NonNullable<Feature['mirror']>[] = features.flatMap(
  (feature) => feature.mirror ?? [],
)

/** Every page whose readers are counted. */
export const countedPages: readonly CountedPage[] = features.flatMap((feature) => feature.counts ?? [])

/** What the front needs of the manifests. */
export const productParts: ProductParts = { actions, handlers, mirrors, countedPages }

/** What is written down of every request of a member. */
export const requestNotes: readonly RequestNote[] = features.flatMap((feature) => feature.notes ?? [])

/** What is done once a form of a page was taken. */
export const sentForms: readonly SentForm[] = features.flatMap((feature) => feature.sent ?? [])

/** Every kind of job with its worker. */
export const jobs: readonly JobRow[] = [...platformJobs, ...features.flatMap((feature) => feature.jobs ?? [])]

/** Every kind of socket. */
export const sockets: readonly SocketType[] = features.flatMap((feature) => feature.sockets ?? [])

/** What features keep in memory, in the order in which it is made. */
export const states: readonly StateType[] = features.flatMap((feature) => feature.states ?? [])

/** What features leave in browsers. */
export const cookies: readonly CookieType[] = features.flatMap((feature) => feature.cookies ?? [])

/** By what features know visitors without an account. */
export const tokens: readonly TokenType[] = features.flatMap((feature) => feature.tokens ?? [])
