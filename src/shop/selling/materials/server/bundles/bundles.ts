import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { translator } from '#platform/i18n/translate.ts'
import { bundleLimits, maxPriceCents, minPriceCents, titleLength } from '#platform/limits.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { requireOwn } from '../own.ts'
import { slugOf } from '../publishing/publication.ts'
import { requirePartRights } from '../publishing/rights.ts'
import { insertDraft, type MaterialRow, type Place } from '../queries.ts'
import type { MaterialFields } from '../types.ts'
import { fieldsOf } from '../view.ts'
import { areParts, insertParts, ownParts } from './bundle-queries.ts'

/**
 * Makes a draft of a bundle out of own public materials, in the order given, with a price to think about. Its author edits
 * and publishes it like any other. @throws ProductError invalid_input with `ids`: too few, too many, or not own and public
 */
export async function makeBundle(context: Context, ids: readonly number[]): Promise<{ materialId: number }> {
  const { accountId: authorId } = requireMember(context)
  const { world } = context
  const wanted = [...new Set(ids)]
  if (wanted.length < bundleLimits.min)
    throw new ProductError('invalid_input', { fields: { ids: 'too_short' } })
  if (wanted.length > bundleLimits.max)
    throw new ProductError('invalid_input', { fields: { ids: 'too_long' } })
  const materialId = await transaction(context.db, async (tx) => {
    const rows = await requireOwnParts(tx, { world, authorId, ids: wanted })
    const fields = bundleFields(context, rows)
    const slug = slugOf(fields.title, world)
    const { currency } = worldOf(world)
    const id = await insertDraft(tx, { world, authorId, currency, slug, fields, isBundle: true })
    await insertParts(tx, { world, materialId: id }, wanted)
    await requirePartRights(tx, { world, ids: wanted })
    return id
  })
  return { materialId }
}

/** Own public materials in the order given. @throws ProductError invalid_input with `ids` */
export async function requireOwnParts(
  tx: Db,
  wanted: { world: string; authorId: number; ids: readonly number[] },
): Promise<MaterialRow[]> {
  const found = wanted.ids.length === 0 ? [] : await ownParts(tx, wanted)
  const rows = wanted.ids.flatMap((id) => found.find((row) => Number(row.id) === id) ?? [])
  if (rows.length < wanted.ids.length) throw new ProductError('invalid_input', { fields: { ids: 'invalid' } })
  return rows
}

/** Copies the words, the terms and the prices of an own material into a new draft; its files are its own. */
export async function duplicateMaterial(
  context: Context,
  materialId: number,
): Promise<{ materialId: number }> {
  const { accountId: authorId } = requireMember(context)
  const { world } = context
  const row = await requireOwn(context, materialId)
  const t = translator(world)
  const title = truncate(t('cabinet-sales:copyOf', { title: row.title }), titleLength.max)
  const fields = {
    ...fieldsOf(row),
    title,
    previewPages: null,
    solutionPages: null,
    pageAlts: [],
    isOwnWork: false,
  }
  const copied = { ...fields, salePrice: null, saleFrom: null, saleUntil: null }
  const draft = {
    world,
    authorId,
    currency: worldOf(world).currency,
    slug: slugOf(title, world),
    fields: copied,
  }
  return { materialId: await insertDraft(context.db, draft) }
}

/** @throws ProductError invalid_input when a bundle holds less than two things, or one nobody can buy */
export async function requireParts(tx: Db, place: Place): Promise<void> {
  if (!(await areParts(tx, place))) throw new ProductError('invalid_input', { fields: { parts: 'required' } })
}

function bundleFields({ world }: Context, rows: readonly MaterialRow[]): MaterialFields {
  const t = translator(world)
  const [first] = rows
  if (first === undefined) throw new ProductError('invalid_input')
  const all = rows.map(fieldsOf)
  const each = (of: (fields: MaterialFields) => readonly string[]) =>
    [...new Set(all.flatMap((fields) => of(fields)))].slice(0, 20)
  const sum = all.reduce((cents, { price }) => cents + price, 0)
  return {
    ...fieldsOf(first),
    title: truncate(t('cabinet-sales:bundleOf', { title: first.title }), titleLength.max),
    description: all.map(({ title }) => `- ${title}`).join('\n'),
    subjects: each(({ subjects }) => subjects),
    grades: each(({ grades }) => grades),
    schoolTypes: each(({ schoolTypes }) => schoolTypes),
    learningYears: each(({ learningYears }) => learningYears),
    curricula: each(({ curricula = [] }) => curricula),
    keywords: each(({ keywords }) => keywords),
    isPriceSaid: true,
    price: sum === 0 ? 0 : Math.min(maxPriceCents, Math.max(minPriceCents, Math.round((sum * 80) / 100))),
    ...{ salePrice: null, saleFrom: null, saleUntil: null, additionalPrice: null, schoolPrice: null },
    ...{ previewPages: null, solutionPages: null, pageAlts: [], lessonMinutes: null },
    isOwnWork: false,
  }
}
