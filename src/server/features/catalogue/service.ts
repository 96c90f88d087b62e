import { url } from '#routing/url.ts'
import { isLiveWorld, type LiveWorld } from '#routing/worlds.ts'
import type { MaterialCard, MaterialDetail } from '#shared/contract/material.ts'
import { ProductError } from '#shared/errors.ts'
import { searchPageSize } from '#shared/limits.ts'
import type { Context } from '../../context.ts'
import { decodeCursor, encodeCursor } from '../../db/paging.ts'
import { authorMaterialIds, authorRow, boughtTogetherIds, cardRows, detailRow, pageRow } from './queries.ts'
import type { DetailRow } from './rows.ts'
import type { AuthorPage, Elsewhere, MaterialPage } from './types.ts'
import { authorView, cardView, detailView } from './view.ts'

const cardsPerRow = 12
const shelfSize = 60
const shelfSeconds = 60
/** Among the first so many of a subject a material is one of its best. */
const bestPlaces = 3
const maxBestSubjects = 3
const maxTogether = 6

/**
 * Cards in the order of `ids`, of the context's world, published and unlisted only. `includeHidden` also gives
 * drafts, blocked and deleted ones: for what somebody owns or has sold.
 */
export async function cardsByIds(
  context: Context,
  ids: readonly number[],
  options: { includeHidden?: boolean } = {},
): Promise<MaterialCard[]> {
  const now = new Date()
  const rows = await cardRows(context.pool, context.world, ids, options.includeHidden ?? false)
  return rows.map((row) => cardView(context, row, now))
}

/**
 * Everything a material page shows, in two statements. Undefined for an unknown, draft or blocked one (404),
 * 'gone' for a deleted one, a redirect for one of another world.
 */
export async function materialPage(
  context: Context,
  id: number,
): Promise<MaterialPage | Elsewhere | undefined> {
  const { world } = context
  const row = await pageRow(context.pool, id)
  if (row === undefined) return undefined
  const elsewhere = visibility(context, row)
  if (elsewhere !== 'visible') return elsewhere
  const [near, bestIn, together] = await Promise.all([
    shelf(context, row.subjects[0], row.grades),
    bestInCategories(context, row),
    row.sales_count < 2 ? [] : boughtTogetherIds(context.pool, world, id, maxTogether),
  ])
  const similarIds = near.filter((each) => each !== id).slice(0, cardsPerRow)
  const ids = [...new Set([...row.bundle_ids, ...similarIds, ...together, ...row.from_author_ids])]
  const byId = new Map((await cardsByIds(context, ids)).map((card) => [card.id, card]))
  const pick = (wanted: number[]) => wanted.map((each) => byId.get(each)).filter((card) => card !== undefined)
  return {
    material: { ...detailView(context, row, pick(row.bundle_ids), new Date()), bestInCategories: bestIn },
    author: authorView(context, row.author),
    similar: pick(similarIds),
    boughtTogether: pick(together),
    fromAuthor: pick(row.from_author_ids),
    noindex: row.status !== 'published',
    tags: [`material:${id}`, `author:${row.author_id}`, `world:${world}`],
  }
}

/** The material alone, as the API gives it. Throws not_found or gone. */
export async function materialDetail(context: Context, id: number): Promise<MaterialDetail> {
  const row = await detailRow(context.pool, id)
  if (row === undefined || row.world !== context.world) throw new ProductError('not_found')
  const elsewhere = visibility(context, row)
  if (elsewhere === 'gone') throw new ProductError('gone')
  if (elsewhere !== 'visible') throw new ProductError('not_found')
  const [bundle, bestIn] = await Promise.all([
    cardsByIds(context, row.bundle_ids),
    bestInCategories(context, row),
  ])
  return { ...detailView(context, row, bundle, new Date()), bestInCategories: bestIn }
}

/**
 * An author's head and one page of published materials, newest first. `cursor` is the `nextCursor` of the page
 * before. Throws invalid_input for a cursor that is not ours.
 */
export async function authorPage(
  context: Context,
  id: number,
  cursor?: string,
): Promise<AuthorPage | Elsewhere | undefined> {
  const { world, pool } = context
  const [beforeId] =
    cursor === undefined ? [Number.MAX_SAFE_INTEGER] : decodeCursor('author', ['number'], cursor)
  const row = await authorRow(pool, id)
  if (row === undefined || row.total_materials === 0) return undefined
  if (row.world !== world)
    return otherWorld(row.world, (home) => url('author', { world: home, id, slug: row.slug }))
  const ids = await authorMaterialIds(pool, world, {
    authorId: id,
    beforeId: Number(beforeId),
    limit: searchPageSize + 1,
  })
  const shown = ids.slice(0, searchPageSize)
  const last = shown.at(-1)
  return {
    author: authorView(context, row),
    materials: await cardsByIds(context, shown),
    nextCursor: ids.length > searchPageSize && last !== undefined ? encodeCursor('author', [last]) : null,
    tags: [`author:${id}`, `followers:${id}`],
  }
}

/** Drafts and blocked materials do not exist for the public; unlisted ones are shown to who knows the address. */
function visibility(context: Context, row: DetailRow): 'visible' | Elsewhere | undefined {
  const isPublic = row.status === 'published' || row.status === 'unlisted'
  if (row.world !== context.world) {
    if (!isPublic) return undefined
    return otherWorld(row.world, (home) => url('material', { world: home, id: row.id, slug: row.slug }))
  }
  if (row.status === 'deleted') return 'gone'
  return isPublic ? 'visible' : undefined
}

function otherWorld(world: string, address: (world: LiveWorld) => string): Elsewhere | undefined {
  return isLiveWorld(world) ? { redirectWorld: world, url: address(world) } : undefined
}

/**
 * Ids of the most popular materials of a subject and its grades, then of the subject; [] for an unknown subject.
 */
export async function shelf(
  context: Context,
  subject: string | undefined,
  grades: string[],
): Promise<number[]> {
  const { world, taxonomy } = context
  if (subject === undefined || !taxonomy.term(world, 'subject', subject)) return []
  const grade = grades.find((id) => taxonomy.term(world, 'class_grade', id) !== undefined)
  const near = grade === undefined ? [] : await popularIn(context, subject, grade)
  return near.length > cardsPerRow ? near : [...new Set([...near, ...(await popularIn(context, subject))])]
}

/** Names of the subjects in which a material is among the three most popular, where there is something to choose from. */
async function bestInCategories(context: Context, row: DetailRow): Promise<string[]> {
  const { world, taxonomy } = context
  if (row.status !== 'published') return []
  const terms = row.subjects
    .slice(0, maxBestSubjects)
    .map((id) => taxonomy.term(world, 'subject', id))
    .filter((term) => term !== undefined)
  const lists = await Promise.all(terms.map((term) => popularIn(context, term.id)))
  return terms.flatMap((term, index) => {
    const ids = lists[index] ?? []
    return ids.length > cardsPerRow && ids.slice(0, bestPlaces).includes(row.id) ? [term.name] : []
  })
}

/**
 * Ids of the most popular materials of a known subject, in one grade or in all. Remembered for a minute, because
 * finding them among a million is the dearest part of a material page; the cards are read anew.
 */
function popularIn(context: Context, subject: string, grade?: string): Promise<number[]> {
  const { world, taxonomy } = context
  return taxonomy.remember(`shelf ${world} ${subject} ${grade ?? ''}`, shelfSeconds, async () => {
    const hits = await context.search.search({
      world,
      query: '',
      selected: { subject: [subject], ...(grade !== undefined && { class_grade: [grade] }) },
      sort: 'bestselling',
      limit: grade === undefined ? cardsPerRow * 2 : shelfSize,
      withFacets: false,
    })
    return hits.materialIds
  })
}
