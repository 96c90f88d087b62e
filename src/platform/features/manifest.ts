import type { IncomingHttpHeaders } from 'node:http'
import type { Context, CoreDeps, Deps, MemberVisitor } from '#platform/context/context.ts'
import type { CookieType } from '#platform/context/cookies.ts'
import type { PersonalTable } from '#platform/context/personal-table.ts'
import type { RetentionRule } from '#platform/context/retention-rule.ts'
import type { Db } from '#platform/db/pool.ts'
import type { EventType, Listener } from '#platform/events/event.ts'
import type { AnyAction } from '#platform/http/access/action.ts'
import type { Handler } from '#platform/http/access/handler.ts'
import type { MirrorHost } from '#platform/http/listen/mirror.ts'
import type { JobRow } from '#platform/jobs/worker.ts'
import type { SocketType } from '#platform/realtime/socket.ts'
import type { RouteName } from '#platform/routing/routes.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import type { RetentionName } from '#platform/rules/retention.ts'
import type { MailType } from './mail-type.ts'
import type { StateType } from './state.ts'
import type { TokenType } from './token.ts'

/** What is removed needs the database, and the storage where files go with it. */
type OwnRetention = RetentionRule<Pick<CoreDeps, 'db' | 'storage'>>

export type RequestNote = (
  deps: Deps,
  member: MemberVisitor,
  request: { method?: string | undefined; url?: string | undefined },
) => Promise<void>

/** A form of a page that was taken: its name, and what address and fields said; files and what came with them are read elsewhere. */
export type SentForm = (
  context: Context,
  form: { intent: string | null; said: Readonly<Record<string, string | undefined>> },
) => Promise<void>

/** A page whose readers are counted, also those who get it from the cache. Who acts in a member's name is no reader. */
export interface CountedPage {
  route: RouteName
  /** Made once with the page; what it gives back is called for each reader. */
  counter: (
    deps: Deps,
    page: { world: LiveWorld; params: Readonly<Record<string, string>> },
  ) => (headers: IncomingHttpHeaders) => void
}

/**
 * What a feature adds to the product. Everything that is exposed is read off these: API, forms, other addresses,
 * OpenAPI, access tests, worker, reactions, data export.
 */
export interface Feature {
  /** The name of its folder. */
  name: string
  /** Changes, for API and forms alike. */
  actions?: readonly AnyAction[]
  /** GET endpoints. */
  reads?: readonly AnyAction[]
  /** Addresses that are neither pages nor calls of the API: files, feeds, protocols of others. */
  handlers?: readonly Handler[]
  /** Hosts of its own, which show part of the main site; asked for every host that is not ours, so from memory. */
  mirror?: (deps: Deps, host: string) => MirrorHost | undefined
  /** What it writes down of a member's request before anything is done for it. */
  notes?: RequestNote
  /** What it does once a form was taken, whosever it was. */
  sent?: SentForm
  /** Pages whose readers it counts. */
  counts?: readonly CountedPage[]
  jobs?: readonly JobRow[]
  /** The mails it sends. */
  mails?: readonly MailType<never>[]
  /** What it tells. */
  events?: readonly Omit<EventType<never>, 'carries'>[]
  /** What it wants to hear; only events of features that stand before it. */
  on?: readonly Listener[]
  /** Sockets browsers and programs may open. */
  sockets?: readonly SocketType[]
  /** What it leaves in browsers. */
  cookies?: readonly CookieType[]
  /** By what it knows visitors without an account. */
  tokens?: readonly TokenType[]
  /** What it keeps in memory, made once per process. */
  states?: readonly StateType[]
  /** The tables it owns: each table of the product belongs to one feature. */
  tables?: readonly string[]
  /** One row for each of its tables that names an account. */
  personalData?: readonly PersonalTable[]
  /** What it removes from them once it has been kept as long as the privacy page says. */
  retention?: readonly OwnRetention[]
}

/** Declares a feature. */
export function feature(manifest: Feature): Feature {
  return manifest
}

/** Declares a rule that is one function of SQL. */
export function removedBy(
  name: RetentionName,
  remove: (db: Db, days: number) => Promise<number>,
): OwnRetention {
  return { name, remove: ({ db }, days) => remove(db, days) }
}
