import type pg from 'pg'
import type { Logger } from 'pino'
import type { LiveWorldCode } from '#shared/contract/world.ts'
import type { RateLimits } from './api/rate-limits.ts'
import type { Db } from './db/pool.ts'
import type { Env } from './env.ts'
import type { AuthorDomains } from './features/authors/domains.ts'
import type { Taxonomy } from './features/catalogue/taxonomy.ts'
import type { Articles } from './features/editorial/articles.ts'
import type { Passwords } from './features/identity/password.ts'
import type { PageCache } from './front/page-cache.ts'
import type { PageAnnouncer } from './gateways/announcing/page-announcer.ts'
import type { Documents } from './gateways/documents/documents.ts'
import type { ImageService } from './gateways/images/image-service.ts'
import type { MailGateway } from './gateways/mail/mail-gateway.ts'
import type { PaymentProvider } from './gateways/payments/payment-provider.ts'
import type { SearchEngine } from './gateways/search/search-engine.ts'
import type { DiskCache } from './gateways/storage/disk-cache.ts'
import type { Storage } from './gateways/storage/storage.ts'
import type { Queue } from './jobs/queue.ts'
import type { Metrics } from './metrics.ts'

/** Everything that has state: made once in main.ts (or a test), never at module level. */
export interface Deps {
  env: Env
  log: Logger
  db: Db
  /** The pool below `db`, for prepared statements of hot reads (db/prepared.ts); never for writes. */
  pool: pg.Pool
  taxonomy: Taxonomy
  authorDomains: AuthorDomains
  queue: Queue
  storage: Storage
  images: ImageService
  documents: Documents
  /** What can be made again at any time: each bounded, none ever in the way. */
  diskCaches: { images: DiskCache; og: DiskCache }
  mail: MailGateway
  payments: PaymentProvider
  search: SearchEngine
  /** Undefined: nobody is told of changed pages. */
  announcer: PageAnnouncer | undefined
  rateLimits: RateLimits
  passwords: Passwords
  pageCache: PageCache
  metrics: Metrics
  /** Editors' texts below src/content. */
  articles: Articles
}

export interface AnonymousVisitor {
  kind: 'anonymous'
  /** Random id of the `v_id` cookie: owns the anonymous wishlist. */
  anonymousId: string | undefined
}

export interface MemberVisitor {
  kind: 'member'
  accountId: number
  /** SHA-256 of the session token. */
  sessionHash: Buffer
  publicName: string
  slug: string
  email: string
  homeWorld: string
  isSeller: boolean
  role: 'member' | 'editor' | 'admin'
  emailConfirmed: boolean
  agbAccepted: boolean
  imageKey: string | null
  anonymousId: string | undefined
}

export type Visitor = AnonymousVisitor | MemberVisitor

/** First argument of every service function: the house plus who asks, in which world. */
export interface Context extends Deps {
  world: LiveWorldCode
  visitor: Visitor
  requestId: string
  /** Cart token of the `c_t` cookie or the X-Cart-Token header (specification 7). */
  cartToken: string | undefined
  /** ISO 3166-1 alpha-2 of the country the person chose (cookie `country`); pages that are cached never know it. */
  country?: string | undefined
}

/** The member who asks, or undefined for a stranger. */
export function memberOf(context: Context): MemberVisitor | undefined {
  return context.visitor.kind === 'member' ? context.visitor : undefined
}
