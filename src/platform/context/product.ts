import type { RouteName } from '#platform/routing/routes.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'

/** What a request proves its sender with. */
export interface Credentials {
  sessionToken?: string | undefined
  bearer?: string | undefined
  anonymousId?: string | undefined
}

/** By what a visitor without an account is known again; read off the manifests (platform/features/token.ts). */
export interface VisitorToken {
  name: string
  cookie: string
  /** Its name in small letters, and what a token looks like. It counts before the cookie. */
  header?: { name: string; form: RegExp }
}

/** Links of the header's menu. */
export interface Shell {
  subjects: readonly { id: string; name: string; url: string }[]
  schoolTypes: readonly { id: string; name: string; url: string }[]
  grades: readonly { id: string; name: string; url: string }[]
  /** Cache tags of what it shows. */
  tags: readonly string[]
}

/** What the frame of the console shows beside a page. */
export interface ConsoleFrame {
  waiting: readonly Waiting[]
  /** Worlds whose texts the visitor may write. */
  writable: readonly LiveWorld[]
}

/** Something that waits: for somebody of the platform in all worlds, for an author in theirs. */
export interface Waiting {
  /** The key of its words. */
  label: string
  /** Its list. */
  page: RouteName
  query: Readonly<Record<string, string>>
  counts: Readonly<Partial<Record<LiveWorld, number>>>
}
