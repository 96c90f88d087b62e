import type { EventType, Listener } from '../events/event.ts'
import type { AnyAction } from '../http/action.ts'
import type { PersonalTable } from '../ports/personal-table.ts'
import type { SocketType } from '../realtime/socket.ts'
import type { JobRow } from '../workers/worker.ts'
import type { MailType } from './mail-type.ts'
import type { StateType } from './state.ts'

/**
 * What a feature adds to the product. Everything that is exposed is read off these: API, forms, OpenAPI, access tests,
 * worker, reactions, data export.
 */
export interface Feature {
  /** The name of its folder. */
  name: string
  /** Changes, for API and forms alike. */
  actions?: readonly AnyAction[]
  /** GET endpoints. */
  reads?: readonly AnyAction[]
  jobs?: readonly JobRow[]
  /** The mails it sends. */
  mails?: readonly MailType<never>[]
  /** What it tells. */
  events?: readonly Omit<EventType<never>, 'carries'>[]
  /** What it wants to hear; only events of features that stand before it. */
  on?: readonly Listener[]
  /** Sockets browsers and programs may open. */
  sockets?: readonly SocketType[]
  /** What it keeps in memory, made once per process. */
  states?: readonly StateType[]
  /** The tables it owns: each table of the product belongs to one feature. */
  tables?: readonly string[]
  /** One row for each of its tables that names an account. */
  personalData?: readonly PersonalTable[]
}

/** Declares a feature. */
export function feature(manifest: Feature): Feature {
  return manifest
}
