import type { Waiting } from '#platform/context/product.ts'
import type { RouteName } from '#platform/routing/routes.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'

/** How much waits on the list of a page in a world. */
export function waitingOn(waiting: readonly Waiting[], page: RouteName, world: LiveWorld): number {
  return waiting.reduce((sum, each) => sum + (each.page === page ? (each.counts[world] ?? 0) : 0), 0)
}
