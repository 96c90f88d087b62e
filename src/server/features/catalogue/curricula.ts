import type { LiveWorldCode } from '#shared/contract/world.ts'
import catalogue from './curricula.json' with { type: 'json' }

/** A programme that is taught by: names as its authority writes them, so they are not translated. */
export interface Curriculum {
  id: string
  /** Whose it is, or what it is a part of. */
  framework: string
  name: string
}

/** The programmes of a world's schools, in the order they are offered in. */
export function curriculaOf(world: LiveWorldCode): readonly Curriculum[] {
  return catalogue[world]
}

/** Those with these ids, in the catalogue's order; an unknown id is none. */
export function namedCurricula(world: LiveWorldCode, ids: readonly string[]): Curriculum[] {
  return curriculaOf(world).filter(({ id }) => ids.includes(id))
}
