import type { Context } from '#platform/context/context.ts'
import { decodeCursor, encodeCursor } from '#platform/db/paging.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { searchPageSize } from '#platform/limits.ts'
import { videoOf } from '#platform/rules/web/video-address.ts'
import type { MaterialChoice } from '#shop/buying/folders/rules/contract.ts'
import { previewView } from '#shop/catalogue/catalogue/server/service.ts'
import { maxBulk } from '../rules/bulk-contract.ts'
import { isTrustedAuthor } from '../rules/listing-trust.ts'
import { partsOf } from './bundles/bundle-queries.ts'
import { downloadUrl } from './files/download.ts'
import { listFiles, listPreviews } from './files/file-queries.ts'
import { findingsIn } from './files/left-parts.ts'
import { isOwn } from './policy.ts'
import { type SellableUnit, sellableUnits } from './publishing/interactive.ts'
import { missingIn } from './publishing/publication.ts'
import { countUnfinished, reviewsOf, standingOf } from './publishing/review-queries.ts'
import { findMaterial, listOwn, type MaterialRow, ownStatesOf } from './queries.ts'
import type {
  AccessibilityGap,
  MaterialFormOptions,
  OwnListFacts,
  OwnListWish,
  OwnMaterial,
  OwnMaterialDetail,
} from './types.ts'
import { fieldsOf, formOptions, ownView } from './view.ts'

/**
 * The member's own materials of this world, newest first: all, only `ids`, or all but `except`. `after` is the
 * `nextCursor` of the page before.
 */
export async function ownMaterials(
  context: Context,
  { after, ids, except, state, query }: { after?: string | undefined } & MaterialChoice & OwnListWish = {},
): Promise<{ materials: OwnMaterial[]; nextCursor: string | null }> {
  const { accountId } = requireMember(context)
  const [beforeId] = after === undefined ? [Number.MAX_SAFE_INTEGER] : decodeCursor('own', ['number'], after)
  const rows = await listOwn(context.db, {
    world: context.world,
    authorId: accountId,
    beforeId: Number(beforeId),
    limit: searchPageSize + 1,
    ids,
    except,
    state,
    query,
  })
  const shown = rows.slice(0, searchPageSize)
  const last = shown.at(-1)
  const drafts = shown.filter(({ status }) => status === 'draft').map(({ id }) => id)
  const found = await reviewsOf(context.db, context.world, drafts)
  const reviews = new Map(found.map((each) => [each.material_id, each]))
  return {
    materials: shown.map((row) => ownView(context, row, reviews.get(row.id))),
    nextCursor: rows.length > searchPageSize && last ? encodeCursor('own', [last.id]) : null,
  }
}

/** How many of the own materials are in which state, and which of them a list with this wish shows. */
export async function ownListFacts(
  context: Context,
  { state, query = '', ...choice }: OwnListWish & MaterialChoice,
): Promise<OwnListFacts> {
  const { accountId: authorId } = requireMember(context)
  const rows = await ownStatesOf(context.db, { world: context.world, authorId, query, ...choice })
  const countOf = (each: string) => rows.filter(({ status }) => status === each).length
  const found = rows.filter(({ status }) => state === undefined || status === state)
  return {
    ...{ state, query, isNarrowed: query !== '' || state !== undefined },
    counts: {
      published: countOf('published'),
      draft: countOf('draft'),
      unlisted: countOf('unlisted'),
      blocked: countOf('blocked'),
    },
    foundIds: found.slice(0, maxBulk).map(({ id }) => id),
    foundCount: found.length,
  }
}

/** How many of the author's materials of this world are drafts, and how many of these were sent back with a wish to change them. */
export async function listingsToFinish(context: Context): Promise<{ drafts: number; toMend: number }> {
  const { accountId: authorId } = requireMember(context)
  return await countUnfinished(context.db, { world: context.world, authorId })
}

/** One own material as its edit page shows it. Throws not_found for what is not the member's own. */
export async function ownMaterial(context: Context, materialId: number): Promise<OwnMaterialDetail> {
  const { accountId } = requireMember(context)
  const place = { world: context.world, materialId }
  const row = await requireOwn(context, materialId)
  const [files, previews, [review], missing] = await Promise.all([
    listFiles(context.db, place),
    listPreviews(context.db, place),
    reviewsOf(context.db, context.world, [materialId]),
    missingIn(context.db, row),
  ])
  const fields = fieldsOf(row)
  const isNew = context.env.listingReview && row.published_at === null
  return {
    ...ownView(context, row, review),
    version: row.version,
    fields,
    files: files.map((file) => ({
      id: file.id,
      type: file.type,
      name: file.name,
      mediaType: file.media_type,
      sizeBytes: file.size_bytes,
      pageCount: file.page_count,
      hasText: file.has_text,
      downloadUrl: downloadUrl(context, { accountId, fileId: file.id }),
      lacks: gapsOf(file),
      palePages: file.pale_pages ?? [],
    })),
    findings: findingsIn(files, row.stamps_files),
    hasCover: row.cover_key !== null,
    previews: previews.map((each) =>
      previewView(context.images, { ...each, alt: row.page_alts[each.position] }),
    ),
    parts: row.is_bundle
      ? (await partsOf(context.db, place)).map(({ id, title, status, price_cents: price }) => {
          return { id, title, status, price }
        })
      : null,
    video: videoOf(row.video_key, row.video_type),
    isLookedAt: isNew && !isTrustedAuthor(await standingOf(context.db, accountId)),
    missing,
  }
}

/** What the lists of the upload and edit forms offer. */
export function materialFormOptions(context: Context): MaterialFormOptions {
  return formOptions(context)
}

/** The exercises the member may sell. @throws ProductError unauthorized */
export async function ownSellableUnits(context: Context): Promise<SellableUnit[]> {
  return await sellableUnits(context.db, {
    world: context.world,
    authorId: requireMember(context).accountId,
  })
}

/** The row of an own material. @throws ProductError not_found for what is not the member's own */
export async function requireOwn(context: Context, materialId: number): Promise<MaterialRow> {
  const { accountId } = requireMember(context)
  const row = await findMaterial(context.db, { world: context.world, materialId })
  if (row === undefined || !isOwn(row, accountId)) throw new ProductError('not_found')
  return row
}

/** Nothing is said of files that were never looked at. */
function gapsOf(
  file: Pick<
    Awaited<ReturnType<typeof listFiles>>[number],
    'is_tagged' | 'has_title' | 'has_language' | 'has_text'
  >,
): AccessibilityGap[] {
  const { is_tagged: tags, has_title: title, has_language: language, has_text: text } = file
  // What has nothing to read aloud gains nothing from tags.
  if (text === false) return ['text']
  const found = Object.entries({ tags, title, language }) as [AccessibilityGap, boolean | null][]
  return found.flatMap(([gap, isThere]) => (isThere === false ? [gap] : []))
}
