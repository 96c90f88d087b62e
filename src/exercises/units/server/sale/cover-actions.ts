import { z } from 'zod'
import type { UnitContent } from '#exercises/model/unit.ts'
import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { action, type RequestFacts } from '#platform/http/access/action.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { addCover, unitCoverParts } from '../assets/asset-parts.ts'
import { editor } from '../editing/editor-address.ts'
import { findUsable, keeperOf, type OwnUnit, saveOver, storable, usableUnit } from '../own-units.ts'

const page = 'interactive-unit'
const fromAddress = { unitId: 'unitId' }
const ofUnit = z.object({ unitId: idSchema })
const path = '/v3/units/{unitId}/cover'
/** `cover_asset`: the name of the picture; '': there is none. */
const output = z.object({ cover_asset: z.string(), alt: z.string() })
const stated = ({ content: { cover } }: Awaited<ReturnType<typeof coverUnit>>) => ({
  data: { cover_asset: cover?.asset ?? '', alt: cover?.alt ?? '' },
})

export const cover = action({
  name: 'unit.cover',
  summary: 'Put a picture above an own unit',
  rate: 'upload',
  body: 'multipart',
  input: ofUnit,
  parts: unitCoverParts,
  run: (context, { unitId }, request) => coverUnit(context, unitId, request),
  api: { method: 'post', path, tag: 'units', output, reply: stated },
  form: {
    page,
    intent: 'send-unit-cover',
    fromAddress,
    done: (_unit, { context, input }) => editor(context, input.unitId, '#cover'),
  },
})

export const removeCover = action({
  name: 'unit.remove-cover',
  summary: 'Take the picture above an own unit away',
  rate: 'write',
  input: ofUnit,
  run: (context, { unitId }) => uncoverUnit(context, unitId),
  api: { method: 'delete', path, tag: 'units', output, reply: stated },
  form: {
    page,
    intent: 'remove-unit-cover',
    fromAddress,
    done: (_unit, { context, input }) => editor(context, input.unitId, '#cover'),
  },
})

/**
 * Puts a picture above an own unit, with what it shows (`alt` beside the file). The draft is one revision further then.
 * @throws ProductError unauthorized; not_found; licence_lost; image_invalid (it is none); as assetReceiver
 */
async function coverUnit(
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
async function uncoverUnit(context: Context, id: number): Promise<OwnUnit> {
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
