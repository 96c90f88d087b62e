import { describe, expect, test } from 'vitest'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { type TaxonomyRow, taxonomyRows } from './taxonomy.ts'

const rows = taxonomyRows()

function of(world: string, kind: TaxonomyRow['kind']): TaxonomyRow[] {
  return rows.filter((row) => row.world === world && row.kind === kind)
}

describe.each(liveWorldCodes)('taxonomy of %s', (world) => {
  const kinds = ['school_type', 'class_grade', 'learning_years', 'material_type', 'subject'] as const

  test.each(kinds)('%s: ids and slugs are unique, slugs are ASCII', (kind) => {
    const terms = of(world, kind)
    expect(new Set(terms.map((term) => term.id)).size).toBe(terms.length)
    const slugs = terms.flatMap((term) => (term.slug === null ? [] : [term.slug]))
    expect(new Set(slugs).size).toBe(slugs.length)
    for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    for (const term of terms) expect(term.active).toBe(term.slug !== null)
  })

  test('has the 11 school types of the specification and the 27 material types of every world', () => {
    expect(of(world, 'school_type')).toHaveLength(11)
    expect(of(world, 'material_type').map((term) => term.id)).toEqual(
      of('de', 'material_type').map((term) => term.id),
    )
    expect(of(world, 'material_type')).toHaveLength(27)
    expect(of(world, 'learning_years')).toHaveLength(7)
  })

  test('grades and subjects name school types that exist', () => {
    const schoolTypes = new Set(of(world, 'school_type').map((term) => term.id))
    for (const term of [...of(world, 'class_grade'), ...of(world, 'subject')]) {
      for (const id of term.data.school_types as string[]) expect(schoolTypes).toContain(id)
    }
  })

  test('subject ids carry the world and a concept', () => {
    for (const term of of(world, 'subject')) {
      expect(term.id.startsWith(`${world}-`)).toBe(true)
      expect(term.concept).toBeTruthy()
    }
  })
})

test('Spanish slugs do not turn ñ into another word', () => {
  const blocked = new Set(['ano', 'anos', 'campana', 'campanas', 'cana', 'cono', 'pena', 'una'])
  for (const row of rows.filter((each) => each.world === 'es')) {
    for (const word of row.slug?.split('-') ?? []) expect(blocked).not.toContain(word)
  }
})

test('England has Nursery, Reception and Years 1 to 13', () => {
  const ids = of('en', 'class_grade').map((term) => term.id)
  expect(ids.slice(0, 2)).toEqual(['nursery', 'reception'])
  for (let year = 1; year <= 13; year += 1) expect(ids).toContain(`year-${year}`)
})
