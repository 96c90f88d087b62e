import { mostTerms, noMetadata, type UnitMetadata } from '#exercises/model/text/unit-metadata.ts'
import type { Context } from '#platform/context/context.ts'
import { type FieldErrors, ProductError } from '#platform/errors.ts'
import type { FacetKind } from '#platform/rules/contract/search.ts'
import { plainLetters } from '#platform/rules/text/plain-letters.ts'
import { isChoice } from '#shop/selling/materials/server/service.ts'

const kinds = [
  ['subjects', 'subject'],
  ['grades', 'class_grade'],
  ['schoolTypes', 'school_type'],
] as const satisfies readonly (readonly [keyof UnitMetadata, FacetKind])[]

/**
 * What a unit is for has to be known in its world; what stood there before may stay, also where nobody can choose it any more.
 * @throws ProductError invalid_input: the fields with something unknown
 */
export function requireKnownTerms(
  context: Pick<Context, 'taxonomy' | 'world'>,
  asked: UnitMetadata,
  before: UnitMetadata = noMetadata,
): void {
  const fields: FieldErrors = {}
  for (const [name, kind] of kinds)
    if (asked[name].some((id) => !before[name].includes(id) && !isChoice(context, kind, id)))
      fields[name] = 'invalid'
  if (Object.keys(fields).length > 0) throw new ProductError('invalid_input', { fields })
}

/** What a file says of itself in words, as terms of the world that are called so. */
export function termsCalled(
  { taxonomy, world }: Pick<Context, 'taxonomy' | 'world'>,
  words: readonly string[],
): Pick<UnitMetadata, 'subjects' | 'grades' | 'schoolTypes'> {
  const wanted = new Set(words.map(folded))
  const called = (kind: FacetKind) =>
    taxonomy
      .terms(world, kind)
      .filter(({ id }) => isChoice({ taxonomy, world }, kind, id))
      .filter(({ name, short }) => wanted.has(folded(name)) || (short !== null && wanted.has(folded(short))))
      .map(({ id }) => id)
      .slice(0, mostTerms)
  return { subjects: called('subject'), grades: called('class_grade'), schoolTypes: called('school_type') }
}

/** What a unit is for, by the names of its world. */
export function wordsOfTerms(
  { taxonomy, world }: Pick<Context, 'taxonomy' | 'world'>,
  about: Pick<UnitMetadata, 'subjects' | 'grades' | 'schoolTypes'>,
): string[] {
  return kinds.flatMap(([field, kind]) => {
    const ids = new Set(about[field])
    return taxonomy
      .terms(world, kind)
      .filter(({ id }) => ids.has(id))
      .map(({ name }) => name)
  })
}

/** As people compare words: without case, accents and spaces at the ends. */
export function folded(text: string): string {
  return plainLetters(text).replace(/\s+/g, ' ').trim()
}
