import type { Route } from '#platform/routing/routes.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'

export interface PageRequest {
  world: LiveWorld
  route: Route
  params: Readonly<Record<string, string>>
  internalPath: string
  query: URLSearchParams
  /** Shown on an author's own domain. */
  isMirror?: true
}
