import type { AnyAction } from '../http/action.ts'
import type { Handler } from '../http/handler.ts'
import { platformJobs } from '../platform-jobs.ts'
import type { CookieType } from '../ports/cookies.ts'
import type { SocketType } from '../realtime/socket.ts'
import type { JobRow } from '../workers/worker.ts'
import { accountSecurity } from './account-security/feature.ts'
import { announcements } from './announcements/feature.ts'
import { authors } from './authors/feature.ts'
import { billing } from './billing/feature.ts'
import { bulkListings } from './bulk-listings/feature.ts'
import { cart } from './cart/feature.ts'
import { catalogue } from './catalogue/feature.ts'
import { charts } from './charts/feature.ts'
import { colleagues } from './colleagues/feature.ts'
import { courses } from './courses/feature.ts'
import { credits } from './credits/feature.ts'
import { editorial } from './editorial/feature.ts'
import { favorites } from './favorites/feature.ts'
import { feedback } from './feedback/feature.ts'
import { folders } from './folders/feature.ts'
import { follow } from './follow/feature.ts'
import { freeDownloads } from './free-downloads/feature.ts'
import { giftCards } from './gift-cards/feature.ts'
import { hubs } from './hubs/feature.ts'
import { identity } from './identity/feature.ts'
import { invoices } from './invoices/feature.ts'
import { library } from './library/feature.ts'
import { location } from './location/feature.ts'
import { loginAs } from './login-as/feature.ts'
import { mail } from './mail/feature.ts'
import type { CountedPage, Feature, RequestNote } from './manifest.ts'
import { materials } from './materials/feature.ts'
import { moderation } from './moderation/feature.ts'
import { notifications } from './notifications/feature.ts'
import { oauth } from './oauth/feature.ts'
import { operatorTasks } from './operator-tasks/feature.ts'
import { orders } from './orders/feature.ts'
import { pageTexts } from './page-texts/feature.ts'
import { payouts } from './payouts/feature.ts'
import { posts } from './posts/feature.ts'
import { privacy } from './privacy/feature.ts'
import { recommendations } from './recommendations/feature.ts'
import { rooms } from './rooms/feature.ts'
import { savedSearches } from './saved-searches/feature.ts'
import { seo } from './seo/feature.ts'
import { social } from './social/feature.ts'
import type { StateType } from './state.ts'
import { statistics } from './statistics/feature.ts'
import { synonyms } from './synonyms/feature.ts'
import { tax } from './tax/feature.ts'
import type { TokenType } from './token.ts'
import { units } from './units/feature.ts'
import { vouchers } from './vouchers/feature.ts'
import { withdrawals } from './withdrawals/feature.ts'

/** Every feature of the product, in the order in which they may use each other: a feature uses those before it. */
export const features: readonly Feature[] = [
  pageTexts,
  location,
  mail,
  accountSecurity,
  credits,
  identity,
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
  notifications,
  recommendations,
  editorial,
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

/** What is written down of every request of a member. */
export const requestNotes: readonly RequestNote[] = features.flatMap((feature) => feature.notes ?? [])

/** Every page whose readers are counted. */
export const countedPages: readonly CountedPage[] = features.flatMap((feature) => feature.counts ?? [])

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
