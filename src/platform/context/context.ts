import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Db } from '#platform/db/pool.ts'
import type { Env } from '#platform/env/env.ts'
import type { Analytics } from '#platform/gateways/analytics/analytics.ts'
import type { PageAnnouncer } from '#platform/gateways/announcing/page-announcer.ts'
import type { Documents } from '#platform/gateways/documents/documents.ts'
import type { ExchangeRateSource } from '#platform/gateways/exchange-rates/exchange-rate-source.ts'
import type { IdentityProviders } from '#platform/gateways/identity/identity-provider.ts'
import type { ImageService } from '#platform/gateways/images/image-service.ts'
import type { MailGateway } from '#platform/gateways/mail/mail-gateway.ts'
import type { OfficeConverter } from '#platform/gateways/office/office-converter.ts'
import type { PaymentProvider } from '#platform/gateways/payments/payment-provider.ts'
import type { SearchEngine } from '#platform/gateways/search/search-engine.ts'
import type { DiskCache } from '#platform/gateways/storage/disk-cache.ts'
import type { Storage } from '#platform/gateways/storage/storage.ts'
import type { VatIdRegister } from '#platform/gateways/vat-ids/vat-id-register.ts'
import type { VirusScanner } from '#platform/gateways/viruses/virus-scanner.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import type { Role, SchoolRole } from '#platform/roles.ts'
import type { RouteName } from '#platform/routing/routes.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import type { MaterialCard } from '#platform/rules/contract/material.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import type { ProgramScope } from '#platform/scopes.ts'
import type { Cache } from './cache.ts'
import type { Cookies } from './cookies.ts'
import type { Outage } from './outage.ts'
import type { PageCache } from './page-cache.ts'
import type { PersonalTable } from './personal-table.ts'
import type { ConsoleFrame, Credentials, Shell, VisitorToken, Waiting } from './product.ts'
import type { RateClient, RateLimits } from './rate-limits.ts'
import type { RetentionRule } from './retention-rule.ts'

/** Everything that has state and belongs to no feature: made once in the composition root, never at module level. */
export interface CoreDeps {
  env: Env
  db: Db
  /** The pool below `db`, for the prepared statements of hot reads (platform/db/prepared.ts). */
  pool: pg.Pool
  queue: Queue
  /** Which tables hold data of persons, read off the manifests. */
  personalTables: readonly PersonalTable[]
  /** What features remove once it is old enough, read off the manifests. */
  retentionRules: readonly RetentionRule<Pick<CoreDeps, 'db' | 'storage'>>[]
  storage: Storage
  images: ImageService
  documents: Documents
  viruses: VirusScanner
  /** Undefined: of Office files there is a cover with the beginning of their text. */
  officeConverter: OfficeConverter | undefined
  /** What can be made again at any time: each bounded, none ever in the way. */
  diskCaches: { images: DiskCache; og: DiskCache }
  mail: MailGateway
  /** Parties whose accounts open ours: those that are configured. */
  identityProviders: IdentityProviders
  payments: PaymentProvider
  /** Undefined: no register of VAT numbers is asked. */
  vatIds: VatIdRegister | undefined
  /** Undefined: reference rates are entered by hand. */
  exchangeRates: ExchangeRateSource | undefined
  search: SearchEngine
  /** Undefined: no search engine is notified of changed pages. */
  announcer: PageAnnouncer | undefined
  analytics: Analytics
  /** Who sends a request, as the accounts of the product know it. */
  visitors: Visitors
  /** The day of the terms in force in a world: a member who accepted others is asked again. */
  termsVersion: (world: LiveWorld) => string
  /** What every page shows beside its own. */
  pageFrame: PageFrame
  /** Read off the manifests. */
  cookies: Cookies
  rateLimits: RateLimits
  pageCache: PageCache
  cache: Cache
  /** Whether the database is away. */
  outage: Outage
  metrics: Metrics
}

/**
 * The same with what features keep in memory: each adds its own here by declaration merging (platform/features/state.ts), so that
 * this file knows no feature.
 */
export interface Deps extends CoreDeps {
  log: Logger
}

export interface AnonymousVisitor {
  kind: 'anonymous'
  /** Random id of the `v_id` cookie: owns the anonymous wishlist. */
  anonymousId: string | undefined
}

/** A member's place in a school (specification 3). */
export interface SchoolAccount {
  schoolId: number
  role: SchoolRole
  isVerified: boolean
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
  role: Role
  schoolAccount?: SchoolAccount | undefined
  emailConfirmed: boolean
  agbAccepted: boolean
  imageKey: string | null
  anonymousId: string | undefined
  /** The admin who acts in this member's name. */
  impersonatorId?: number | undefined
  /** The program of others that asks in the member's name. */
  clientId?: string | undefined
  /** What that program may; undefined: it is our own, and may what the member may. */
  scopes?: ReadonlySet<ProgramScope> | undefined
  /** Since the password was typed in this session; undefined for who came by the link of a mail, and for programs of others. */
  secondsSinceLogin?: number | undefined
  /** The login of this session passed a second step: a code of an app, a passkey. */
  hasSecondFactor?: boolean | undefined
}

export type Visitor = AnonymousVisitor | MemberVisitor

/**
 * The Idempotency-Key a call came with, for work that goes on after its commit (a payment that is opened at its provider): the
 * transaction that makes the thing writes the key with the thing's name, so that neither is ever there without the other.
 */
export interface KeyedWork {
  /** Once the member's lock is held and before anything is looked at. @throws KeyTaken when the work of this key is done */
  begin(tx: Db): Promise<void>
  /** Writes the key with the name of what was made; in the same transaction. @throws KeyTaken */
  note(tx: Db, reference: string): Promise<void>
}

/** The product plus the visitor, in which world. */
export interface RequestContext extends Deps {
  world: LiveWorldCode
  visitor: Visitor
  /** Where the request comes from, for counting wrong guesses; kept nowhere. */
  ip?: string | undefined
  /** Whose allowance the request takes from. */
  rateClient: RateClient
  /** ISO 3166-1 alpha-2 of the country the person chose (cookie `country`); pages that are cached never know it. */
  country?: string | undefined
  /** Where a trusted proxy says the connection comes from: one proof of where a buyer lives. */
  ipCountry?: string | undefined
  /** What the browser says it is; kept with a session, so that its owner knows it again. */
  userAgent?: string | undefined
  /** The Idempotency-Key of a call whose work goes on after its transaction. */
  keyed?: KeyedWork | undefined
}

/**
 * First argument of every service function: the same with what features know a visitor by (platform/features/token.ts): each adds
 * its own here by declaration merging.
 */
export interface Context extends RequestContext {
  requestId: string
}

/** The member who asks, or undefined for a stranger. */
export function memberOf(context: Context): MemberVisitor | undefined {
  return context.visitor.kind === 'member' ? context.visitor : undefined
}

/** Whether an admin acts in the member's name: then nothing they look at or do counts as the member's interest. */
export function isActedFor({ visitor }: Pick<Context, 'visitor'>): boolean {
  return visitor.kind === 'member' && visitor.impersonatorId !== undefined
}

/** A stranger's context: for jobs, and for cacheable pages, which must never know the visitor. */
export function strangerContext(deps: Deps, world: LiveWorldCode, requestId: string = randomUUID()): Context {
  return {
    ...deps,
    world,
    visitor: { kind: 'anonymous', anonymousId: undefined },
    requestId,
    rateClient: { network: 'none' },
  }
}

/** Who sends a request and what they have agreed to: asked by the platform, answered by the product. */
export interface Visitors {
  tokens: readonly VisitorToken[]
  /** What features write down of each request of a member. */
  note(
    deps: Deps,
    member: MemberVisitor,
    request: { method?: string | undefined; url?: string | undefined },
  ): Promise<void>
  /** What features do once a form of a page was taken. */
  sent(
    context: Context,
    form: { intent: string | null; said: Readonly<Record<string, string | undefined>> },
  ): Promise<void>
  /** @throws ProductError('unauthorized') when a bearer token is not valid */
  resolve(deps: Pick<Deps, 'db' | 'pool' | 'env'>, credentials: Credentials): Promise<Visitor>
  /** Accepts the current terms of the member's world. */
  acceptTerms(context: Context): Promise<void>
  /** @throws ProductError('invalid_credentials'), ProductError('rate_limited') */
  confirmPassword(
    context: Context,
    password: string,
    request: { headers: IncomingHttpHeaders; ip: string },
  ): Promise<Context>
}

/** What every page shows beside its own, error pages included. */
export interface PageFrame {
  everyPage(
    context: Context,
    world: LiveWorld,
    route: RouteName,
  ): Promise<{
    shell: Shell
    shareImage: string | undefined
    console?: ConsoleFrame
    waiting?: readonly Waiting[]
  }>
  shell(deps: Deps, world: LiveWorld): Promise<Shell>
  /** Materials like one that is gone. */
  similar(context: Context, goneId: number): Promise<readonly MaterialCard[]>
}
