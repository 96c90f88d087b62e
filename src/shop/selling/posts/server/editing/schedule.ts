import { type Context, type Deps, strangerContext } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import type { OwnPost } from '../../rules/contract.ts'
import { postPublished } from '../events.ts'
import { changeOwn, mustBeReadable, ownPost } from './writing.ts'
import { lockDuePost, setPublishAt, setStatus, type VersionRow, versionRows } from './writing-queries.ts'

/** A day and a full hour of the world's own clock. */
export interface Moment {
  day: string
  hour: number
}

/**
 * Says when an own draft comes out by itself; null: not any more.
 * @throws ProductError not_found, gone, conflict (it is public), invalid_input (not in the year to come, nothing to read yet)
 */
export async function schedulePost(context: Context, id: number, at: Moment | null): Promise<OwnPost> {
  const { timeZone } = worldOf(context.world)
  return await changeOwn(context, id, async (tx, before) => {
    if (before.status === 'deleted') throw new ProductError('gone')
    if (before.status === 'published') throw new ProductError('conflict')
    if (at !== null) mustBeReadable(before)
    if (!(await setPublishAt(tx, context.world, { id, at: at && { ...at, timeZone } })))
      throw new ProductError('invalid_input', { fields: { day: 'invalid' } })
  })
}

/** What an own post said before, the newest first. @throws ProductError not_found */
export async function postVersions(context: Context, id: number): Promise<VersionRow[]> {
  await ownPost(context, id)
  return await versionRows(context.db, context.world, id)
}

/** Makes public what is due, each in a transaction of its own: what fails with one does not keep the others back. */
export async function publishDue(deps: Deps): Promise<void> {
  for (let isMore = true; isMore; ) {
    isMore = await transaction(deps.db, async (tx) => {
      const due = await lockDuePost(tx)
      if (due === undefined) return false
      const world = due.world as LiveWorldCode
      await setStatus(tx, world, due.id, 'published')
      const payload = { postId: due.id, authorId: due.author_id, world }
      await emit(strangerContext(deps, world), tx, postPublished, payload)
      return true
    })
  }
}
