import type { LiveWorld } from '#platform/routing/worlds.ts'

/** What stands at a path of a mirror: a page of the main site (of its own, or of others and only there), or another path of it. */
export type MirroredPage = { path: string; isOwn: boolean } | { here: string }

/** A host beside our own that shows part of the main site. */
export interface MirrorHost {
  host: string
  world: LiveWorld
  /** Of all its pages: expired where hosts change. */
  tags: readonly string[]
  pageAt(pathname: string): Promise<MirroredPage | undefined>
}
