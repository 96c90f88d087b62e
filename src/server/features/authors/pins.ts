import { ProductError } from '#shared/errors.ts'
import { maxPins } from '#shared/limits.ts'
import type { Context } from '../../context.ts'
import { transaction } from '../../db/transaction.ts'
import { emit } from '../../events/events.ts'
import { authorPageChanged } from './events.ts'
import { ownPlace } from './own-place.ts'
import { lockAuthor, type PinRow, pinnable, pinRows, replacePins } from './pin-queries.ts'

/** What the author has pinned and everybody sees, in order. */
export async function ownPins(context: Context): Promise<{ id: number; title: string }[]> {
  return shownOf(await pinRows(context.db, ownPlace(context)))
}

/**
 * Says which own public materials come first on the author's page, in this order. What is pinned and out of sight waits
 * where it was for the day it is public again.
 * @throws ProductError not_found (not the own, or not public), invalid_input (too many)
 */
export async function setPins(context: Context, materialIds: readonly number[]): Promise<number[]> {
  return await changePins(context, () => [...new Set(materialIds)])
}

/** Pins one more behind the others. @throws ProductError as `setPins` */
export async function pin(context: Context, materialId: number): Promise<number[]> {
  return await changePins(context, (ids) => (ids.includes(materialId) ? ids : [...ids, materialId]))
}

/** Takes one from the pinned. @throws ProductError not_found when it is none */
export async function unpin(context: Context, materialId: number): Promise<number[]> {
  return await changePins(context, (ids) => {
    if (!ids.includes(materialId)) throw new ProductError('not_found')
    return ids.filter((id) => id !== materialId)
  })
}

/** Moves one a place up or down; at the end nothing happens. @throws ProductError not_found when it is not pinned */
export async function movePin(context: Context, materialId: number, by: 1 | -1): Promise<number[]> {
  return await changePins(context, (ids) => {
    const from = ids.indexOf(materialId)
    if (from < 0) throw new ProductError('not_found')
    const to = Math.min(ids.length - 1, Math.max(0, from + by))
    const others = ids.filter((id) => id !== materialId)
    return others.toSpliced(to, 0, materialId)
  })
}

async function changePins(context: Context, change: (ids: number[]) => number[]): Promise<number[]> {
  const place = ownPlace(context)
  return await transaction(context.db, async (tx) => {
    await lockAuthor(tx, place.authorId)
    const pins = await pinRows(tx, place)
    const wanted = change(shownOf(pins).map(({ id }) => id))
    if (wanted.length > maxPins)
      throw new ProductError('invalid_input', { fields: { materialId: 'too_long' } })
    const known = await pinnable(tx, place, wanted)
    if (known.length < wanted.length) throw new ProductError('not_found')
    // Those that were pinned last make room for what is seen.
    const unseen = pins.filter(({ isShown }) => !isShown).slice(0, maxPins - wanted.length)
    await replacePins(tx, place, inPlace(wanted, unseen))
    await emit(context, tx, authorPageChanged, place)
    return wanted
  })
}

function shownOf(pins: readonly PinRow[]): { id: number; title: string }[] {
  return pins.filter(({ isShown }) => isShown).map(({ id, title }) => ({ id, title }))
}

/** Those that are seen in the order asked for, and each other one where it was, as far as there are that many. */
function inPlace(wanted: readonly number[], unseen: readonly PinRow[]): number[] {
  return unseen.reduce<number[]>((ids, { id, position }) => ids.toSpliced(position, 0, id), [...wanted])
}
