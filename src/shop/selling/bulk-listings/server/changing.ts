import type { Context } from '#platform/context/context.ts'
import { isProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import type { BulkResult, PriceChange, PricesBefore } from '#shop/selling/materials/rules/bulk-contract.ts'
import {
  deleteMaterial,
  ownMaterial,
  publishMaterial,
  unpublishMaterial,
  updateMaterial,
} from '#shop/selling/materials/server/service.ts'
import { priceAfter, saleAfter } from '../rules/price-change.ts'
import { ownTitlesOf } from './queries.ts'

/** Deletes listings; who bought them keeps the files. */
export async function deleteMany(context: Context, ids: readonly number[]): Promise<BulkResult> {
  return await changeEach(context, ids, (id) => deleteMaterial(context, id))
}

export async function publishMany(context: Context, ids: readonly number[]): Promise<BulkResult> {
  return await changeEach(context, ids, (id) => publishMaterial(context, id))
}

export async function unpublishMany(context: Context, ids: readonly number[]): Promise<BulkResult> {
  return await changeEach(context, ids, (id) => unpublishMaterial(context, id))
}

/** One price for all, or so many percent more or less. What is free stays free where only percents change. */
export async function priceMany(
  context: Context,
  ids: readonly number[],
  change: PriceChange,
): Promise<BulkResult> {
  return await changePrices(context, ids, async (id) => {
    const { price, salePrice, saleFrom, saleUntil } = (await ownMaterial(context, id)).fields
    const next = priceAfter(price, change)
    // A sale that is none any more ends: nobody is shown a higher price as an offer.
    const ends = salePrice !== null && salePrice >= next
    await updateMaterial(context, id, { input: { price: next, ...(ends && { salePrice: null }) } })
    return { price, salePrice, saleFrom, saleUntil }
  })
}

/** So many percent below the price; 0 ends sales. */
export async function saleMany(
  context: Context,
  ids: readonly number[],
  percent: number,
): Promise<BulkResult> {
  return await changePrices(context, ids, async (id) => {
    const { price, salePrice, saleFrom, saleUntil } = (await ownMaterial(context, id)).fields
    await updateMaterial(context, id, {
      input: { salePrice: saleAfter(price, percent), saleFrom: null, saleUntil: null },
    })
    return { price, salePrice, saleFrom, saleUntil }
  })
}

export interface Edit {
  addKeywords?: string[] | undefined
  removeKeywords?: string[] | undefined
  materialType?: string | undefined
  language?: string | undefined
}

/** The same change of words and classification for all. */
export async function editMany(context: Context, ids: readonly number[], edit: Edit): Promise<BulkResult> {
  const { addKeywords = [], removeKeywords = [], ...fields } = edit
  const removed = new Set(removeKeywords.map((word) => word.toLocaleLowerCase()))
  return await changeEach(context, ids, async (id) => {
    const { keywords: before } = (await ownMaterial(context, id)).fields
    const remaining = before.filter((word) => !removed.has(word.toLocaleLowerCase()))
    const keywords = [...new Set([...remaining, ...addKeywords])]
    await updateMaterial(context, id, { input: { ...fields, keywords } })
  })
}

/** Says beside what was done what the prices were, for who wants them back. */
async function changePrices(
  context: Context,
  ids: readonly number[],
  act: (id: number) => Promise<Omit<PricesBefore, 'id'>>,
): Promise<BulkResult> {
  const before = new Map<number, Omit<PricesBefore, 'id'>>()
  const result = await changeEach(context, ids, async (id) => {
    before.set(id, await act(id))
  })
  const done = result.done.map((row) => ({ ...row, before: before.get(row.id) }))
  return { ...result, done }
}

/** One after the other, each a change of its own: what goes wrong with one does not undo the others. */
export async function changeEach(
  context: Context,
  ids: readonly number[],
  act: (id: number) => Promise<unknown>,
): Promise<BulkResult> {
  const { accountId: authorId } = requireMember(context)
  const chosen = [...new Set(ids)]
  const titles = await ownTitlesOf(context.db, { world: context.world, authorId, ids: chosen })
  const result: BulkResult = { done: [], skipped: [] }
  for (const id of chosen) {
    const title = titles.get(id) ?? ''
    try {
      await act(id)
      result.done.push({ id, title, isNew: false })
    } catch (error) {
      result.skipped.push({ id, line: null, title, ...reasonOf(error) })
    }
  }
  return result
}

/** Why one was skipped. @throws the error itself when it is none of the listing's: then nothing more is tried */
export function reasonOf(error: unknown): { code: string; fields: Record<string, string> } {
  if (!isProductError(error) || error.code === 'unavailable') throw error
  return { code: error.code, fields: { ...(error.fields as Record<string, string> | undefined) } }
}
