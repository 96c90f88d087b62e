import type { DemoMaterial } from '#demo/catalogue/types.ts'
import { demoWorld } from '#demo/catalogue/worlds.ts'
import type { Db } from '#platform/db/pool.ts'
import type { SearchDocument, SearchEngine } from '#platform/gateways/search/search-engine.ts'
import type { FacetKind } from '#platform/rules/contract/search.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { popularityOf } from '#shop/catalogue/catalogue/rules/popularity.ts'

const dayMs = 86_400_000

/** Demo key of every indexed material, by `<world>/<material id>`. */
export type IndexedKeys = ReadonlyMap<string, string>

/** Puts the demo catalogue of all worlds into the index as publication would, without files. */
export async function indexDemo(db: Db, engine: SearchEngine): Promise<IndexedKeys> {
  const rows = await db
    .selectFrom('taxonomy_term')
    .select(['world', 'kind', 'id', 'term_id', 'name'])
    .execute()
  const terms = new Map(rows.map((row) => [`${row.world}/${row.kind}/${row.id}`, row]))
  const keys = new Map<string, string>()
  for (const world of liveWorldCodes) {
    const { authors, materials } = demoWorld(world)
    for (const [index, material] of materials.entries()) {
      const own = termsOf(material).flatMap(([kind, id]) => terms.get(`${world}/${kind}/${id}`) ?? [])
      const author = authors.findIndex(({ key }) => key === material.authorKey)
      const document = toDocument(world, material, {
        materialId: index + 1,
        authorId: author + 1,
        authorName: authors[author]?.publicName ?? '',
        termNames: own.map((term) => term.name),
        termIds: own.map((term) => term.term_id),
      })
      await db.transaction().execute((tx) => engine.index(tx, document))
      keys.set(`${world}/${document.materialId}`, material.key)
    }
  }
  return keys
}

/** In the order in which publication lists them. */
function termsOf(material: DemoMaterial): [FacetKind, string][] {
  return [
    ['subject', material.subject],
    ...material.grades.map((id): [FacetKind, string] => ['class_grade', id]),
    ...material.schoolTypes.map((id): [FacetKind, string] => ['school_type', id]),
    ...(material.learningYears ?? []).map((id): [FacetKind, string] => ['learning_years', id]),
    ['material_type', material.materialType],
  ]
}

function toDocument(
  world: LiveWorldCode,
  material: DemoMaterial,
  own: Pick<SearchDocument, 'materialId' | 'authorId' | 'authorName' | 'termNames' | 'termIds'>,
): SearchDocument {
  const publishedAt = new Date(Date.now() - material.publishedDaysAgo * dayMs)
  const ratingSum = material.reviews.reduce((sum, review) => sum + review.rating, 0)
  const ratingCount = material.reviews.length
  return {
    ...own,
    world,
    title: material.title,
    description: material.description,
    keywords: material.keywords,
    priceCents: material.salePriceCents ?? material.priceCents,
    ratingAverage: ratingCount === 0 ? 0 : ratingSum / ratingCount,
    popularity: popularityOf({ salesCount: 0, ratingSum, ratingCount, publishedAt }),
    publishedAt,
  }
}
