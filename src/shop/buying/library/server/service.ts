import { playableMaterials } from '#exercises/units/server/service.ts'
import type { Context } from '#platform/context/context.ts'
import { formatDate, formatFileSize } from '#platform/i18n/format.ts'
import { queryWords } from '#platform/rules/text/query-words.ts'
import type { Library } from '#shop/buying/folders/rules/library-contract.ts'
import type { LibrarySort } from '#shop/buying/folders/rules/library-sorts.ts'
import { type FoldersOfList, foldersOfList } from '#shop/buying/folders/server/service.ts'
import { ownReviews, questionsForBuyers } from '#shop/community/feedback/server/service.ts'
import { libraryPage } from '#shop/money/orders/server/service.ts'

/** What of the library is asked for. */
export interface LibraryWish {
  /** A folder's id or `archive`; what names none is all but the archive. */
  folder?: string | undefined
  /** Words of title, author or names of files, as typed. */
  query: string
  sort: LibrarySort
  /** From 1. */
  page: number
}

/**
 * One page of what the member owns, with download links of limited life, and all their folders.
 * @throws ProductError unauthorized
 */
export async function ownLibrary(
  context: Context,
  { folder, query, sort, page }: LibraryWish,
): Promise<Library> {
  const folders = await foldersOfList(context, 'purchased', folder)
  const words = queryWords(query).join(' ')
  const { materials, ...rest } = await libraryPage(context, { ...folders.choice, query: words, sort, page })
  const ids = materials.map(({ material }) => material.id)
  const [reviews, questions, playable] = await Promise.all([
    ownReviews(context, ids),
    questionsForBuyers(context, ids),
    playableMaterials(context, ids),
  ])
  const reviewed = new Set(reviews.map(({ materialId }) => materialId))
  const asked = Map.groupBy(questions, (question) => question.material_id)
  const { world } = context
  const day = (date: string) => formatDate(new Date(date), world)
  const sized = <F extends { sizeBytes: number }>(file: F) => ({
    ...file,
    sizeText: formatFileSize(file.sizeBytes, world),
  })
  const items = materials.map((bought) => ({
    ...bought,
    boughtOn: day(bought.boughtAt),
    updatedOn: bought.updatedAt && day(bought.updatedAt),
    files: bought.files.map(sized),
    formerFiles: bought.formerFiles.map((file) => ({ ...sized(file), replacedOn: day(file.replacedAt) })),
    isPlayable: playable.has(bought.material.id),
    isReviewed: reviewed.has(bought.material.id),
    openQuestions: asked.get(bought.material.id)?.length ?? 0,
  }))
  return {
    ...rest,
    items,
    sort,
    query: words,
    open: openOf(folders.open),
    folders: folders.folders.map(({ id, title, parent_id, folders_materials }) => ({
      ...{ id, title, parent_id },
      material_ids: folders_materials.map(({ material_id }) => material_id),
    })),
    archivedIds: [...folders.archivedIds],
  }
}

function openOf(open: FoldersOfList['open']): Library['open'] {
  return open === 'archive' ? open : (open?.id ?? null)
}
