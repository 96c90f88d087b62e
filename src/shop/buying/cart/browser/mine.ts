import { atom } from 'nanostores'
import { leaveToLog } from '#platform/browser/leave-to-log.ts'
import { hasCart } from '#platform/browser/marks.ts'
import type { Mine } from '../rules/contract.ts'
import { viewMine } from './mine-api.ts'

/** What the material of this page is to this visitor; undefined while nothing is known. */
export const $mine = atom<Mine | undefined>()

let asked: Promise<void> | undefined

/** Asks once a page, and only for who can own something or has a cart. What cannot be read stays unknown. */
export function loadMine(materialId: number): Promise<void> {
  if (!hasCart()) return Promise.resolve()
  asked ??= viewMine(materialId).then(
    (mine) => $mine.set(mine),
    (error: unknown) => {
      asked = undefined
      leaveToLog(error)
    },
  )
  return asked
}
