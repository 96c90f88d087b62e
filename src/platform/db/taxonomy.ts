import { sql } from 'kysely'
import type { Db } from './pool.ts'
import type { Database } from './schema.ts'
import taxonomy from './taxonomy.json' with { type: 'json' }

type TermKind = Database['taxonomy_term']['kind']

/** One row of `taxonomy_term` as the file gives it. */
export interface TaxonomyRow {
  world: string
  kind: TermKind
  id: string
  name: string
  short: string | null
  slug: string | null
  concept: string | null
  sort: number
  active: boolean
  hreflang: boolean
  data: Record<string, unknown>
}

interface SourceTerm {
  id: string
  name: string | null
  slug: string | null
  short?: string
  concept?: string
  active?: boolean
  hreflang?: boolean
  sort?: number
  [other: string]: unknown
}

const columns = new Set(['id', 'name', 'slug', 'short', 'concept', 'active', 'hreflang', 'sort'])

const kinds = [
  ['school_types', 'school_type'],
  ['grades', 'class_grade'],
  ['learning_years', 'learning_years'],
  ['material_types', 'material_type'],
  ['subjects', 'subject'],
] as const

/**
 * Every term of every world. What has no column (school types of a grade, ages, children of a group) is in `data`,
 * in the file's own words. A term without a name does not exist in its world and is inactive.
 */
export function taxonomyRows(): TaxonomyRow[] {
  return Object.entries(taxonomy.worlds).flatMap(([world, lists]) =>
    kinds.flatMap(([list, kind]) =>
      (lists[list] as SourceTerm[]).map((term, index) => toRow(world, kind, term, index)),
    ),
  )
}

function toRow(world: string, kind: TermKind, term: SourceTerm, index: number): TaxonomyRow {
  return {
    world,
    kind,
    id: term.id,
    name: term.name ?? term.id,
    short: term.short ?? null,
    slug: term.slug,
    concept: term.concept ?? null,
    sort: term.sort ?? index,
    active: (term.active ?? true) && term.name !== null,
    // The same grade or type is the same thing everywhere; only subjects may differ (worlds-seo 4).
    hreflang: term.hreflang ?? false,
    data: Object.fromEntries(Object.entries(term).filter(([key]) => !columns.has(key))),
  }
}

/**
 * Brings `taxonomy_term` to the state of the file; safe to run at every start. A term keeps its `term_id` for ever,
 * because search rows hold it; a term that left the file becomes inactive.
 * @returns whether anything is different now
 */
export async function seedTaxonomy(db: Db): Promise<boolean> {
  const rows = JSON.stringify(taxonomyRows())
  const { rows: outcome } = await sql<{ isOther: boolean }>`
    with wanted as (
      select * from jsonb_to_recordset(${rows}::jsonb) as row(
        world text, kind text, id text, name text, short text, slug text, concept text,
        sort integer, active boolean, hreflang boolean, data jsonb)
    ), changed as (
      select wanted.* from wanted left join taxonomy_term old using (world, kind, id)
      where old.id is null
        or (old.name, old.short, old.slug, old.concept, old.sort, old.active, old.hreflang, old.data)
          is distinct from (wanted.name, wanted.short, wanted.slug, wanted.concept, wanted.sort,
            wanted.active, wanted.hreflang, wanted.data)
    ), retired as (
      update taxonomy_term set active = false
      where active and not exists (
        select from wanted
        where (wanted.world, wanted.kind, wanted.id) = (taxonomy_term.world, taxonomy_term.kind, taxonomy_term.id))
      returning 1
    ), written as (
      insert into taxonomy_term (world, kind, id, name, short, slug, concept, sort, active, hreflang, data)
      select world, kind, id, name, short, slug, concept, sort, active, hreflang, data from changed
      order by world, kind, sort
      on conflict (world, kind, id) do update set
        name = excluded.name, short = excluded.short, slug = excluded.slug, concept = excluded.concept,
        sort = excluded.sort, active = excluded.active, hreflang = excluded.hreflang, data = excluded.data
      returning 1
    )
    select exists (select from retired) or exists (select from written) as "isOther"
  `.execute(db)
  return outcome[0]?.isOther === true
}
