import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { maxPins } from '#platform/limits.ts'
import { authorPageChanged } from '../events.ts'
import { ownPlace } from '../own-place.ts'
import { lockAuthor, type PinRow, pinnable, pinRows, replacePins } from './edit-queries.ts'

/** What the author has pinned and everybody sees, in order. */
export async function ownPins(context: Context): Promise<{ id: number; title: string }[]> {
  return shownOf(await pinRows(context.db, ownPlace(context)))
}

export type PinStep = 'pin' | 'unpin' | 'up' | 'down'

/** All in their order, or one step from what is stored. */
export type PinChange = { materialIds: readonly number[] } | { materialId: number; step: PinStep }

/**
 * Says which own public materials come first on the author's page, and in which order. What is pinned and out of sight
 * waits where it was for the day it is public again.
 * @throws ProductError not_found (not the own, not public, not pinned), invalid_input (too many)
 */
export async function changePins(context: Context, change: PinChange): Promise<number[]> {
  const place = ownPlace(context)
  return await transaction(context.db, async (tx) => {
    await lockAuthor(tx, place.authorId)
    const pins = await pinRows(tx, place)
    const wanted = pinsAfter(
      shownOf(pins).map(({ id }) => id),
      change,
    )
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

/**
 * The order after a change: what is pinned comes behind the others, once; at its end one moves no further.
 * @throws ProductError not_found when it is moved or taken away and is not there
 */
export function pinsAfter(ids: readonly number[], change: PinChange): number[] {
  if ('materialIds' in change) return [...new Set(change.materialIds)]
  const { materialId, step } = change
  const from = ids.indexOf(materialId)
  if (step === 'pin') return from < 0 ? [...ids, materialId] : [...ids]
  if (from < 0) throw new ProductError('not_found')
  const others = ids.filter((id) => id !== materialId)
  if (step === 'unpin') return others
  return others.toSpliced(Math.max(0, step === 'up' ? from - 1 : from + 1), 0, materialId)
}

function shownOf(pins: readonly PinRow[]): { id: number; title: string }[] {
  return pins.filter(({ isShown }) => isShown).map(({ id, title }) => ({ id, title }))
}

/** Those that are seen in the order asked for, and each other one where it was, as far as there are that many. */
function inPlace(wanted: readonly number[], unseen: readonly PinRow[]): number[] {
  return unseen.reduce<number[]>((ids, { id, position }) => ids.toSpliced(position, 0, id), [...wanted])
}
