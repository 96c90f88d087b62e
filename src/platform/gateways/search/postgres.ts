import type pg from 'pg'
import type { Db } from '#platform/db/pool.ts'
import { find, worldSize } from './find.ts'
import { indexDocument, outdatedRows, removeDocument } from './index-document.ts'
import type { SearchEngine, SearchHits, SearchRequest } from './search-engine.ts'
import { similarMaterials } from './similar.ts'
import { createSimilarStore, forgetSimilar } from './similar-store.ts'
import { suggest } from './suggest.ts'
import { isFound } from './words/correct.ts'
import { type Costly, createCostly } from './words/costly.ts'
import { readQuery } from './words/read-query.ts'
import { createTermsReader, type WorldTerms } from './words/terms.ts'
import { queryWords, topicsOf } from './words/words.ts'
import { rescue, widerPlan } from './words/zero-results.ts'

/** More words than these are hardly ever all in one material: it is looked for who has most of them. */
const maxAllWords = 8
/** From this many words on, a search with fewer hits than this also lists materials that have most of the words. */
const minWiderWords = 3
const maxFewHits = 6

/** Full text search by PostgreSQL itself: GIN over words and facets, a 1/64 sample, trigrams for typing errors. */
export function createPostgresSearch({ db, pool }: { db: Db; pool: pg.Pool }): SearchEngine {
  const termsOf = createTermsReader(db)
  const costly = createCostly()
  return {
    search: async (request) => search({ db, costly, terms: await termsOf(request.world) }, request),
    suggestWords: (world, typed, limit) => suggest(db, { world, typed, limit }),
    similar: createSimilarStore({ db, pool }, async (world, materialId, limit) => {
      const terms = await termsOf(world)
      return similarMaterials(db, terms, world, { materialId, limit, materials: worldSize(terms) })
    }),
    async index(tx, document) {
      await indexDocument(tx, document, await termsOf(document.world))
      await forgetSimilar(tx, document.world, document.materialId)
    },
    outdated: (limit) => outdatedRows(db, limit),
    remove: removeDocument,
  }
}

interface Means {
  db: Db
  terms: WorldTerms
  costly: Costly
}

async function search(means: Means, request: SearchRequest): Promise<SearchHits> {
  const typed = queryWords(request.query)
  const run = () => searchWords(means, request, typed)
  return typed.length > maxAllWords ? await means.costly.search(run) : await run()
}

async function searchWords(
  { db, terms, costly }: Means,
  request: SearchRequest,
  typed: readonly string[],
): Promise<SearchHits> {
  const isExact = request.exact === true
  const reading = await readQuery(db, request.world, terms, typed, { isExact })
  const topics = topicsOf(reading.words)
  const isLong = topics.length > maxAllWords
  if (isLong && !isExact) {
    return (await rescue(db, terms, request, reading, costly)) ?? find(db, terms, request, reading)
  }
  const hits = await find(db, terms, request, reading)
  if (!isExact && topics.length >= minWiderWords && hits.total > 0 && hits.total < maxFewHits) {
    const plan = await widerPlan(db, request.world, reading)
    const wider = plan && (await find(db, terms, request, plan))
    return wider && wider.total > hits.total ? { ...wider, isPartial: true } : hits
  }
  if (isExact || hits.total > 0 || topics.length === 0) return hits
  // No hits although the words occur: then the facets are what is too narrow, and the words stay.
  if (isNarrowed(request) && (await isFound(db, request.world, reading.words))) return hits
  return (await rescue(db, terms, request, reading, costly)) ?? { ...hits, understood: [] }
}

function isNarrowed({ selected, price, authorId }: SearchRequest): boolean {
  return (
    Object.values(selected).some((ids) => ids.length > 0) || price !== undefined || authorId !== undefined
  )
}
