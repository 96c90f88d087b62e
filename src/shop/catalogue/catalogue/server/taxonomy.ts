import { type Deps, strangerContext } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { seedTaxonomy } from '#platform/db/taxonomy.ts'
import { transaction } from '#platform/db/transaction.ts'
import { emit } from '#platform/events/events.ts'
import { state } from '#platform/features/state.ts'
import type { FacetKind } from '#platform/rules/contract/search.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { taxonomyChanged } from './events.ts'

declare module '#platform/context/context.ts' {
  interface Deps {
    taxonomy: Taxonomy
  }
}

/** Names of subjects, grades and types in memory. */
export const taxonomyState = state({
  name: 'taxonomy',
  make: async (deps) => {
    await seedTerms(deps)
    return await createTaxonomy(deps.db)
  },
  reloadOn: ['taxonomy'],
  reload: ({ taxonomy }) => taxonomy.reload(),
})

export interface Term {
  /** Number within the world, as the search projection stores it. */
  termId: number
  kind: FacetKind
  id: string
  name: string
  short: string | null
  slug: string | null
  /** The same subject in other worlds has the same concept; `hreflang` says that it is really the same thing. */
  concept: string | null
  hreflang: boolean
  sort: number
  active: boolean
  data: Readonly<Record<string, unknown>>
}

/** All names of subjects, grades, types: small, read on every request, changed almost never. Kept in memory. */
export interface Taxonomy {
  /** Terms of a kind in display order; inactive ones are left out. */
  terms: (world: LiveWorldCode, kind: FacetKind) => readonly Term[]
  /** A term by its stable id, active or not. */
  term: (world: LiveWorldCode, kind: FacetKind, id: string) => Term | undefined
  /** Reads everything again: after `taxonomyChanged`. */
  reload: () => Promise<void>
}

/**
 * Brings the terms to what this release knows, before this process reads them, and tells those that run already. Filters,
 * addresses and upload forms need them with or without the demo; it only adds and renames.
 */
async function seedTerms(deps: Deps): Promise<void> {
  await transaction(deps.db, async (tx) => {
    // Terms are of all worlds; an event is told in one.
    if (await seedTaxonomy(tx)) await emit(strangerContext(deps, 'de'), tx, taxonomyChanged, {})
  })
}

/** Loads the terms of every world. Throws when the database cannot be read. */
export async function createTaxonomy(db: Db): Promise<Taxonomy> {
  let lists = new Map<string, readonly Term[]>()
  let byId = new Map<string, Term>()

  async function reload(): Promise<void> {
    const rows = await db.selectFrom('taxonomy_term').selectAll().orderBy('world').orderBy('sort').execute()
    const nextLists = new Map<string, Term[]>()
    const nextById = new Map<string, Term>()
    for (const row of rows) {
      const {
        world,
        term_id: termId,
        kind,
        id,
        name,
        short,
        slug,
        concept,
        hreflang,
        sort,
        active,
        data,
      } = row
      const term: Term = Object.freeze({
        ...{ termId, kind, id, name, short, slug, concept, hreflang, sort, active, data },
      })
      nextById.set(`${world} ${kind} ${id}`, term)
      if (!active) continue
      const key = `${world} ${kind}`
      const list = nextLists.get(key)
      if (list) list.push(term)
      else nextLists.set(key, [term])
    }
    lists = nextLists
    byId = nextById
  }

  await reload()
  return {
    terms: (world, kind) => lists.get(`${world} ${kind}`) ?? [],
    term: (world, kind, id) => byId.get(`${world} ${kind} ${id}`),
    reload,
  }
}
