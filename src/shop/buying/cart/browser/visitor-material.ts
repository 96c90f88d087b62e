import { atom } from 'nanostores'
import { leaveToLog } from '#platform/browser/leave-to-log.ts'
import { hasCart } from '#platform/browser/session-hints.ts'
import type { Mine } from '../rules/contract.ts'
import { viewVisitorMaterial } from './visitor-material-api.ts'

/** What the material of this page is to this visitor; undefined while nothing is known. */
export const $visitorMaterial = atom<Mine | undefined>()

let asked: Promise<void> | undefined

/** Asks once a page, and only for who can own something or has a cart. What cannot be read stays unknown. */
export function loadVisitorMaterial(materialId: number): Promise<void> {
  if (!hasCart()) return Promise.resolve()
  asked ??= viewVisitorMaterial(materialId).then(
    (mine) => $visitorMaterial.set(mine),
    (error: unknown) => {
      asked = undefined
      leaveToLog(error)
    },
  )
  return asked
}
