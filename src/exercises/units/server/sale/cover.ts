import type { UnitContent } from '#exercises/model/unit.ts'
import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import type { RequestFacts } from '#platform/http/access/action.ts'
import { addCover } from '../assets/asset-parts.ts'
import { findUsable, keeperOf, type OwnUnit, saveOver, storable, usableUnit } from '../own-units.ts'

/**
 * Puts a picture above an own unit, with what it shows (`alt` beside the file). The draft is one revision further then.
 * @throws ProductError unauthorized; not_found; licence_lost; image_invalid (it is none); as assetReceiver
 */
export async function coverUnit(
  context: Context,
  id: number,
  request: Pick<RequestFacts, 'headers' | 'body'>,
): Promise<OwnUnit> {
  // Nobody sends ten megabytes to a unit that is not theirs.
  await usableUnit(context, id)
  const { asset, fields } = await addCover(context, request)
  if (!asset.endsWith('.webp')) throw new ProductError('image_invalid', { fields: { file: 'image_invalid' } })
  return await paint(context, id, { asset, alt: fields.alt })
}

/** Takes the picture above an own unit away. @throws ProductError unauthorized; not_found; licence_lost */
export async function uncoverUnit(context: Context, id: number): Promise<OwnUnit> {
  return await paint(context, id, undefined)
}

async function paint(context: Context, id: number, cover: UnitContent['cover']): Promise<OwnUnit> {
  return await transaction(context.db, async (tx) => {
    const unit = await findUsable(context, tx, id, true)
    const { content, unfinished } = await usableUnit({ ...context, db: tx }, id)
    const painted = await storable(tx, { ...content, cover }, keeperOf(unit))
    return await saveOver(context, tx, unit, { content: painted, unfinished })
  })
}
