import type { LiveWorldCode } from '../contract/world.ts'
import catalogue from './curricula.json' with { type: 'json' }

/** A programme that is taught by: names as its authority writes them, so they are not translated. */
export interface Curriculum {
  id: string
  /** Its own in its world and never another's: the search knows it by this. */
  number: number
  /** Whose it is, or what it is a part of. */
  framework: string
  name: string
}

/** The programmes of a world's schools, in the order they are offered in. */
export function curriculaOf(world: LiveWorldCode): readonly Curriculum[] {
  return catalogue[world]
}

/** Those with these ids, in the catalogue's order; an unknown id is none. */
export function namedCurricula(world: LiveWorldCode, ids: readonly string[]): Omit<Curriculum, 'number'>[] {
  return curriculaOf(world)
    .filter(({ id }) => ids.includes(id))
    .map(({ id, framework, name }) => ({ id, framework, name }))
}

/** Between the terms of the taxonomy and the attributes (search-attributes.ts). */
const firstNumber = 900_000

/** The programmes of a world as values of a filter of the search. */
export function curriculumTerms(world: LiveWorldCode): { id: string; termId: number }[] {
  return curriculaOf(world).map(({ id, number }) => ({ id, termId: firstNumber + number }))
}
