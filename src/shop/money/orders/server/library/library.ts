import type { Context } from '#platform/context/context.ts'
import { decodeCursor, encodeCursor } from '#platform/db/paging.ts'
import type { Db } from '#platform/db/pool.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { queryWords } from '#platform/rules/text/query-words.ts'
import type { MaterialChoice } from '#shop/buying/folders/rules/contract.ts'
import type { LibrarySort } from '#shop/buying/folders/rules/library-sorts.ts'
import { cardsByIds } from '#shop/catalogue/catalogue/server/service.ts'
import { allFilesUrl, downloadUrl } from '#shop/selling/materials/server/service.ts'
import type { BoughtMaterial } from '../../rules/contract.ts'
import type { BoughtPage } from '../types.ts'
import {
  type BoughtRow,
  boughtCount,
  boughtRows,
  type FileRow,
  filesOf,
  formerFilesOf,
  noteDownload,
} from './library-queries.ts'

const libraryPageSize = 48

/**
 * What the member owns in this world, the newest first, with fresh download links: everything, only `ids`, or all but
 * `except`; with `query` what has all its words in title, author or names of files. `after` is the `nextCursor` of the
 * page before.
 */
export async function boughtMaterials(
  context: Context,
  {
    after,
    ids,
    except,
    query,
  }: { after?: string | undefined; query?: string | undefined } & MaterialChoice = {},
): Promise<BoughtPage> {
  const { accountId } = requireMember(context)
  const key = after === undefined ? undefined : decodeCursor('bought', ['string', 'number'], after)
  const before = key && { at: instant(key[0]), materialId: Number(key[1]) }
  const page = {
    accountId,
    limit: libraryPageSize + 1,
    ...(before === undefined ? {} : { before }),
    ids,
    except,
    words: queryWords(query ?? ''),
  }
  const rows = await boughtRows(context.db, context.world, page)
  const shown = rows.slice(0, libraryPageSize)
  const last = rows.length > libraryPageSize ? shown.at(-1) : undefined
  return {
    materials: await boughtViews(context, accountId, shown),
    nextCursor: last ? encodeCursor('bought', [last.bought_at.toISOString(), last.material_id]) : null,
  }
}

/** A page of what a member owns. */
export interface LibraryPage {
  materials: BoughtMaterial[]
  /** Of all pages. */
  total: number
  page: number
  pageCount: number
}

/**
 * The same by pages, in an order of the member's choice. `page` counts from 1; behind the last one it is the last.
 * @throws ProductError unauthorized
 */
export async function libraryPage(
  context: Context,
  {
    sort,
    page: asked,
    query,
    ids,
    except,
  }: { sort: LibrarySort; page: number; query: string } & MaterialChoice,
): Promise<LibraryPage> {
  const { accountId } = requireMember(context)
  const which = { accountId, ids, except, words: queryWords(query) }
  const total = await boughtCount(context.db, context.world, which)
  const pageCount = Math.max(1, Math.ceil(total / libraryPageSize))
  const page = Math.min(asked, pageCount)
  const window = { limit: libraryPageSize, offset: (page - 1) * libraryPageSize }
  const rows = await boughtRows(context.db, context.world, { ...which, ...window, sort })
  return { materials: await boughtViews(context, accountId, rows), total, page, pageCount }
}

/** Rows as the wire wants them, with fresh download links. */
export async function boughtViews(
  context: Context,
  accountId: number,
  rows: readonly BoughtRow[],
): Promise<BoughtMaterial[]> {
  const ids = rows.map((row) => row.material_id)
  if (ids.length === 0) return []
  const [cards, files, former] = await Promise.all([
    cardsByIds(context, ids, { includeHidden: true }),
    filesOf(context.db, context.world, ids),
    formerFilesOf(context.db, context.world, ids),
  ])
  const cardById = new Map(cards.map((card) => [card.id, card]))
  const filesById = Map.groupBy(files, (file) => file.material_id)
  const formerById = Map.groupBy(former, (file) => file.material_id)
  const fileView = (file: FileRow) => ({
    id: file.id,
    name: file.name,
    sizeBytes: file.size_bytes,
    downloadUrl: downloadUrl(context, { accountId, fileId: file.id }),
  })
  return rows.flatMap((row) => {
    const material = cardById.get(row.material_id)
    if (material === undefined) return []
    const own = filesById.get(row.material_id) ?? []
    const changedAt = new Date(Math.max(0, ...own.map((file) => file.created_at.getTime())))
    return {
      material,
      licence: row.licence,
      colleagues: row.colleagues,
      boughtAt: row.bought_at.toISOString(),
      updatedAt: changedAt > row.bought_at ? changedAt.toISOString() : null,
      orderNumber: row.order_number,
      purchase_id: row.order_id,
      files: own.map(fileView),
      allUrl: allFilesUrl(context, { accountId, materialId: row.material_id, files: own.map(fileView) }),
      formerFiles: (formerById.get(row.material_id) ?? []).map((file) => ({
        ...fileView(file),
        replacedAt: file.replaced_at.toISOString(),
      })),
    }
  })
}

function instant(value: string | number | undefined): string {
  const time = new Date(value ?? '')
  // PostgreSQL knows other first and last years than JavaScript.
  const isOurs = time.getTime() >= 0 && time.getUTCFullYear() <= 9999
  if (!isOurs) throw new ProductError('invalid_input', { fields: { after: 'invalid' } })
  return time.toISOString()
}

/** A downloaded file ends the buyer's right of withdrawal. */
export async function noteDownloaded(
  _context: Context,
  taken: { world: string; materialId: number; accountId: number },
  tx: Db,
): Promise<void> {
  await noteDownload(tx, taken)
}
