import type { Db } from '#platform/db/pool.ts'
import type { SearchKind } from '#platform/rules/contract/search.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { curriculumTerms } from '#platform/rules/curricula/curricula.ts'
import { attributes } from '#platform/rules/search-attributes.ts'
import { readSample, type Sample } from '../sample.ts'
import { type Phrases, readPhrases } from './phrases.ts'

/** What the engine knows of a world besides its materials. */
export interface WorldTerms {
  /** Every facet value, in the order of the taxonomy; then programmes and attributes. */
  values: { termId: number; kind: SearchKind; id: string }[]
  termIdOf: ReadonlyMap<string, number>
  /** School types that go with one: the group it is in, what a group holds, "all". */
  related: ReadonlyMap<number, readonly number[]>
  /** Other names of a term, as people write them: "CM2", "6e". */
  shortNames: ReadonlyMap<number, string>
  /** What grades, stages and forms of material are called. */
  phrases: Phrases
  /** Every grade: a material without any may still have one in its text. */
  gradeIds: readonly number[]
  /** One row in 64, as of the last minute. */
  sample: Sample
  /** The most popular of some subjects and grades, as they were asked for in this minute. */
  popular: Map<string, Promise<number[]>>
}

const keepMs = 60_000

/**
 * A reader of WorldTerms that asks the database once a minute and world; who comes first after that minute still
 * gets the last answer, so that nobody waits for the new one.
 */
export function createTermsReader(db: Db): (world: LiveWorldCode) => Promise<WorldTerms> {
  const cached = new Map<string, { until: number; terms: Promise<WorldTerms> }>()
  return (world) => {
    const entry = cached.get(world)
    if (!entry) {
      const terms = readTerms(db, world)
      cached.set(world, { until: Date.now() + keepMs, terms })
      terms.catch(() => cached.delete(world))
      return terms
    }
    if (entry.until <= Date.now()) {
      entry.until = Date.now() + keepMs
      readTerms(db, world).then(
        (terms) => cached.set(world, { until: entry.until, terms: Promise.resolve(terms) }),
        // The last answer stays; the request that follows finds out whether the database is gone.
        () => entry,
      )
    }
    return entry.terms
  }
}

/** The key of a term among those of its world: 'subject/12'. */
export function termKey(kind: SearchKind, id: string): string {
  return `${kind}/${id}`
}

async function readTerms(db: Db, world: LiveWorldCode): Promise<WorldTerms> {
  const rows = await db
    .selectFrom('taxonomy_term')
    .select(['term_id', 'kind', 'id', 'name', 'short', 'data'])
    .where('world', '=', world)
    .where('active', '=', true)
    .orderBy('kind')
    .orderBy('sort')
    .execute()
  const values: WorldTerms['values'] = [
    ...rows.map((row) => ({ termId: row.term_id, kind: row.kind, id: row.id })),
    ...curriculumTerms(world).map((term) => ({ ...term, kind: 'curriculum' as const })),
    ...attributes,
  ]
  return {
    values,
    termIdOf: new Map(values.map(({ kind, id, termId }) => [termKey(kind, id), termId])),
    shortNames: new Map(rows.flatMap((row) => (row.short ? [[row.term_id, row.short] as const] : []))),
    phrases: readPhrases(world, rows),
    gradeIds: rows.filter((row) => row.kind === 'class_grade').map((row) => row.term_id),
    related: relatedSchoolTypes(
      rows
        .filter((row) => row.kind === 'school_type')
        .map((row) => ({ ...row, children: childrenOf(row.data) })),
    ),
    sample: await readSample(
      db,
      world,
      values.map((value) => value.termId),
    ),
    popular: new Map(),
  }
}

interface SchoolType {
  term_id: number
  id: string
  children: string[]
  data: Record<string, unknown>
}

function childrenOf(data: Record<string, unknown>): string[] {
  return Array.isArray(data.children) ? data.children.map(String) : []
}

/**
 * A material for primary school is also for the group "kindergarten and primary" and for "all"; one for a group is
 * for each of its schools. The search row holds all of them, so filtering and counting need no hierarchy.
 */
function relatedSchoolTypes(types: SchoolType[]): Map<number, number[]> {
  const all = types.find((type) => type.data.kind === 'all')
  const related = new Map<number, number[]>()
  for (const type of types) {
    const down = type === all ? types : types.filter((other) => type.children.includes(other.id))
    const up = types.filter((other) => other === all || other.children.includes(type.id))
    related.set(
      type.term_id,
      [...down, ...up].map((other) => other.term_id),
    )
  }
  return related
}
