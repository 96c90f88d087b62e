import type { ElementSettings } from './typed-settings.ts'

/** An element as whoever knows no list of types sees it: what is asked, and data that its type alone understands. `unit.ts` has its schema. */
export interface AnyElement extends ElementSettings {
  id: string
  /** A name of `type-list.ts`. */
  type: string
  /** HTML. */
  prompt: string
  points: number
  /** Said to right answers; '': nothing. */
  right: string
  /** Said to wrong answers; '': nothing. */
  wrong: string
  data: unknown
}
