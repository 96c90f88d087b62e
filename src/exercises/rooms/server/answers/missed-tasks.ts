import { type UnitContent, withOpenWays } from '#exercises/model/unit.ts'
import { copyTasks } from '#exercises/units/server/service.ts'
import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { translator } from '#platform/i18n/translate.ts'
import { interactiveLimits } from '#platform/rules/exercise-limits.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { contentOf } from '../live/content.ts'
import { type RoomResults, resultsOf } from '../results/results.ts'

/** What a class played without what everybody had right. */
export function missedIn(content: UnitContent, { figures }: Pick<RoomResults, 'figures'>): UnitContent {
  const missed = new Set(figures.filter(({ p }) => p !== undefined && p < 1).map(({ element }) => element))
  const pages = content.pages.map((page) => ({
    ...page,
    elements: page.elements.filter(({ id }) => missed.has(id)),
  }))
  return withOpenWays({ ...content, pages: pages.filter(({ elements }) => elements.length > 0) })
}

/**
 * A new exercise of one's own with what the class of an own room did not know.
 * @throws ProductError unauthorized; not_found; conflict (everything was right, or it is not known what was played);
 * not_entitled, edit_not_allowed, storage_quota as for any copy
 */
export async function copyMissed(context: Context, roomId: number): Promise<{ id: number }> {
  const results = await resultsOf(context, roomId)
  const { room } = results
  const content = missedIn(await contentOf(context, room), results)
  if (content.pages.length === 0 || room.unit_id === null) throw new ProductError('conflict')
  const title = translator(context.world)('learning-rooms:missed.title', { title: content.title })
  const { id } = await copyTasks(context, room.unit_id, {
    ...content,
    title: truncate(title, interactiveLimits.title),
  })
  return { id }
}
