import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'

/**
 * A domain event, emitted by one feature to those after it in src/features.ts. `D` is its payload, `A` what
 * its listeners may answer to the emitter.
 */
export interface EventType<D extends object, A = unknown> {
  name: string
  /** What it changes on pages: `material:7`, `author:3`. Those pages are made again before anybody sees them. */
  tags?: (data: D) => readonly string[]
  /** What must not be shown any more, not even an old copy while the database is away. */
  gone?: (data: D) => readonly string[]
  /** Only for the types. */
  readonly carries?: (data: D) => A
}

/** Declares an event; the emitting feature exports it from its events.ts. */
export function event<D extends object, A = unknown>(
  name: string,
  effects: Pick<EventType<D, A>, 'tags' | 'gone'> = {},
): EventType<D, A> {
  return { name, ...effects }
}

/** One reaction to an event, as a manifest lists it. */
export interface Listener {
  event: string
  /**
   * 'now': in the transaction of the event, which fails with it. 'if-possible': there, too, but its failure is undone
   * alone and only logged. 'later': as a job of that transaction, tried again until it holds; must bear running twice.
   */
  when: 'now' | 'if-possible' | 'later'
  /** Told without asking the database: whether there is anything to do. */
  onlyIf?: (context: Context, data: never) => boolean
  /** Names the reaction in logs and jobs; stays when code moves. */
  name: string
  handle: (context: Context, data: never, tx: Db) => Promise<unknown>
}

/** Keeps the types of an event and its handler together. */
export function on<D extends object, A>(
  type: EventType<D, A>,
  when: Listener['when'],
  name: string,
  handle: (context: Context, data: D, tx: Db) => Promise<A>,
  options: { onlyIf?: (context: Context, data: D) => boolean } = {},
): Listener {
  return { event: type.name, when, name, handle, ...options }
}
