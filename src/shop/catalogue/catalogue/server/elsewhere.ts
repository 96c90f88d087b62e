import { isLiveWorld, type LiveWorld } from '#platform/routing/worlds.ts'
import type { Elsewhere } from './types.ts'

/** The way to the world something belongs to; undefined for a world that is not live. */
export function otherWorld(world: string, address: (world: LiveWorld) => string): Elsewhere | undefined {
  return isLiveWorld(world) ? { redirectWorld: world, url: address(world) } : undefined
}
