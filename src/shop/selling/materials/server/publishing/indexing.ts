import type { Deps } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import type { FacetKind } from '#platform/rules/contract/search.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { curriculumTerms, namedCurricula } from '#platform/rules/curricula/curricula.ts'
import { fileFormat } from '#platform/rules/search-attributes.ts'
import { listFiles } from '../files/file-queries.ts'
import { askedCents, authorNameOf, type StoredMaterial } from '../queries.ts'

/** Writes the search row of a published material anew. */
export async function indexMaterial(
  { search, taxonomy }: Pick<Deps, 'search' | 'taxonomy'>,
  tx: Db,
  row: StoredMaterial,
): Promise<void> {
  const world = row.world as LiveWorldCode
  const kinds: [FacetKind, string[]][] = [
    ['subject', row.subjects],
    ['class_grade', row.grades],
    ['school_type', row.school_types],
    ['learning_years', row.learning_years],
    ['material_type', [row.material_type]],
  ]
  const terms = kinds.flatMap(([kind, ids]) =>
    ids.map((id) => taxonomy.term(world, kind, id)).filter((term) => term !== undefined),
  )
  const followed = curriculumTerms(world).filter(({ id }) => row.curricula.includes(id))
  const files = await listFiles(tx, { world, materialId: row.id })
  await search.index(tx, {
    world,
    materialId: row.id,
    authorId: row.author_id,
    authorName: await authorNameOf(tx, row.author_id),
    title: row.title,
    description: row.description,
    keywords: row.keywords,
    termNames: [
      ...terms.map((term) => term.name),
      ...namedCurricula(world, row.curricula).flatMap(({ framework, name }) => [framework, name]),
    ],
    termIds: [...terms.map((term) => term.termId), ...followed.map(({ termId }) => termId)],
    priceCents: await askedCents(tx, { world, materialId: row.id }),
    ratingAverage: row.rating_count === 0 ? 0 : row.rating_sum / row.rating_count,
    popularity: row.popularity,
    publishedAt: row.published_at ?? new Date(),
    language: row.language,
    formats: files.filter((file) => file.type !== 'cover').flatMap((file) => fileFormat(file.name) ?? []),
    isInteractive: row.interactive_id !== null,
    pageCount: row.page_count,
    hasSolutions: row.has_solutions,
  })
}
