import type { Context } from '#platform/context/context.ts'
import { decodeCursor } from '#platform/db/paging.ts'
import type { Db } from '#platform/db/pool.ts'
import { ProductError } from '#platform/errors.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { cleanText } from '#platform/rules/text/clean-text.ts'
import { isPublic } from '#platform/rules/web/public-status.ts'
import { findSubject, type SubjectRow } from './subject-queries.ts'

/** A material everybody may see. @throws ProductError not_found, gone */
export async function publicSubject(context: Context, materialId: number, tx?: Db): Promise<SubjectRow> {
  const row = await findSubject(tx ?? context.db, context.world, materialId)
  if (row?.status === 'deleted') throw new ProductError('gone')
  if (row === undefined || !isPublic(row)) throw new ProductError('not_found')
  return row
}

/** The absolute address of a material's page, with the part of it that is meant. */
export function subjectUrl(context: Pick<Context, 'env' | 'world'>, row: SubjectRow, part = ''): string {
  return absoluteUrl(
    context.env.siteUrl,
    url('material', { world: context.world, id: row.id, slug: row.slug }) + part,
  )
}

/** The address of a material's page, below the slug it was asked for with. */
export function materialAddress(
  { world }: Pick<Context, 'world'>,
  materialId: number,
  slug: string | undefined,
): string {
  return url('material', { world, id: materialId, ...(slug !== undefined && { slug }) })
}

/** A text as it is stored. @throws ProductError invalid_input when nothing but blanks and control signs was left */
export function storedText(text: string, min: number): string {
  const clean = cleanText(text)
  if (clean.length < min) throw new ProductError('invalid_input', { fields: { text: 'too_short' } })
  return clean
}

/** The id a keyset page goes on below. @throws ProductError invalid_input for a cursor that is not ours */
export function idBefore(name: string, cursor: string | undefined): number {
  return cursor === undefined ? Number.MAX_SAFE_INTEGER : idOfCursor(name, cursor)
}

/** The id a keyset page of the oldest first goes on above. @throws ProductError as `idBefore` */
export function idAfter(name: string, cursor: string | undefined): number {
  return cursor === undefined ? 0 : idOfCursor(name, cursor)
}

function idOfCursor(name: string, cursor: string): number {
  const id = Number(decodeCursor(name, ['number'], cursor)[0])
  if (Number.isSafeInteger(id) && id > 0) return id
  throw new ProductError('invalid_input', { fields: { cursor: 'invalid' } })
}
