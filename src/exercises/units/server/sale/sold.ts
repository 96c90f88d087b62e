import { creditsOf, type Statement } from '#exercises/model/media/asset-sources.ts'
import { previewCount, previewShown } from '#exercises/model/pages/preview.ts'
import { wordsLanguage } from '#exercises/model/text/unit-metadata.ts'
import { contentSchema, type PublicElement, publicView, type UnitContent } from '#exercises/model/unit.ts'
import type { Context } from '#platform/context/context.ts'
import { memberOf } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { unitLimits } from '#platform/rules/exercise-limits.ts'
import { isPublic } from '#platform/rules/web/public-status.ts'
import {
  type BoughtUnitRow,
  boughtUnitRows,
  findSold,
  isOwnerOf,
  materialsWithUnit,
  unheldUnits,
} from './sold-queries.ts'

/** The exercise of a material as its visitor may play it. */
export interface SoldUnit {
  materialId: number
  unitId: number
  slug: string
  version: number
  isOwn: boolean
  /** Theirs to keep a version of and to take along: their own, bought, or taken for free. */
  isHeld: boolean
  /** Whether only the beginning is played: it was not bought. */
  isPreview: boolean
  /** Tasks in all. */
  total: number
  mayCopy: boolean
  /** What is sold is a course, and this its first exercise. */
  isCourse: boolean
  content: UnitContent
}

/** What a material page says of its exercise. */
export interface UnitOffer {
  total: number
  /** Tasks that can be tried. */
  preview: number
  /** Kinds of tasks, the first ones first. */
  types: string[]
  /** Where things come from that can be tried. */
  credits: Statement[]
  /** The first tasks without their keys, to be looked at. */
  shown: PublicElement[]
  /** Whether these are all anybody gets without buying. */
  isSample: boolean
  /** The language of its words. */
  lang: string
}

/**
 * The exercise of a material: all of it for its author, who bought it, and where it is free; else the beginning, without solutions.
 * @throws ProductError not_found where nothing is sold, and for what is not public
 */
export async function soldUnit(context: Context, materialId: number): Promise<SoldUnit> {
  const accountId = memberOf(context)?.accountId ?? null
  const row = await findSold(context.db, { world: context.world, materialId, accountId })
  const content = contentSchema.safeParse(row?.content).data
  if (row === undefined || content === undefined) throw new ProductError('not_found')
  const isOwn = accountId !== null && row.author_id === accountId
  const isMine = isOwn || row.is_bought
  if (!isMine && !isPublic(row)) throw new ProductError('not_found')
  const isAll = isMine || row.is_free
  return {
    materialId,
    unitId: row.unit_id,
    slug: row.slug,
    version: row.version,
    isOwn,
    isHeld: isMine,
    isPreview: !isAll,
    total: countOf(content),
    isCourse: row.is_course,
    mayCopy: isOwn || (row.is_bought && row.may_copy),
    content: isAll ? content : beginningOf(content),
  }
}

/** What can be said of a public material's exercise; undefined where there is none. */
export async function unitOffer(context: Context, materialId: number): Promise<UnitOffer | undefined> {
  const row = await findSold(context.db, { world: context.world, materialId, accountId: null })
  const content = contentSchema.safeParse(row?.content).data
  if (content === undefined) return undefined
  const elements = content.pages.flatMap((page) => page.elements)
  const isSample = !row?.is_free
  const tried = isSample ? beginningOf(content) : content
  return {
    total: elements.length,
    preview: tried.pages.reduce((sum, page) => sum + page.elements.length, 0),
    types: [...new Set(elements.map(({ type }) => type))],
    credits: creditsOf(tried),
    shown: firstTasks(tried, `m${materialId}`),
    isSample,
    lang: wordsLanguage(content, worldOf(context.world).lang),
  }
}

/** What opens without an answer; a page of a shop shows no more of it than it has to. */
function firstTasks({ pages }: UnitContent, seed: string): PublicElement[] {
  return pages
    .filter(({ condition }) => condition === undefined)
    .flatMap((page) => page.elements)
    .slice(0, previewShown)
    .map((element) => publicView(element, seed))
}

/** The exercises the member bought. @throws ProductError unauthorized */
export async function boughtUnits(context: Context): Promise<BoughtUnitRow[]> {
  const { accountId } = requireMember(context)
  return await boughtUnitRows(context.db, { world: context.world, accountId }, unitLimits.perMember)
}

/** Whether a member wrote a material or has bought it, alone or in a bundle; a refund ends that. */
export async function ownsMaterial(
  db: Context['db'],
  owner: { world: string; accountId: number },
  materialId: number,
): Promise<boolean> {
  return await isOwnerOf(db, owner, materialId)
}

/** Those of these exercises that a member neither owns nor has a purchase of any more; own ones that were deleted are none. */
export async function lostUnits(
  db: Context['db'],
  owner: { world: string; accountId: number },
  unitIds: readonly number[],
): Promise<number[]> {
  return await unheldUnits(db, owner, unitIds)
}

/** Which of these materials hold an exercise to play. */
export async function playableMaterials(
  context: Pick<Context, 'db' | 'world'>,
  materialIds: readonly number[],
): Promise<ReadonlySet<number>> {
  return new Set(await materialsWithUnit(context.db, context.world, materialIds))
}

function countOf({ pages }: UnitContent): number {
  return pages.reduce((sum, page) => sum + page.elements.length, 0)
}

/** The first tasks in the order of the author; solutions are for buyers. */
function beginningOf(content: UnitContent): UnitContent {
  let room = previewCount(countOf(content))
  const pages = content.pages.map((page) => {
    const elements = page.elements.slice(0, room)
    room -= elements.length
    return {
      ...page,
      elements: elements.map((element) => ({ ...element, right: '', partial: '', wrong: '', bands: [] })),
    }
  })
  return {
    ...content,
    pages: pages.filter(({ elements }) => elements.length > 0),
    settings: { ...content.settings, showSolution: 'never', shufflesElements: false, shufflesPages: false },
  }
}
