import type { Context } from '#platform/context/context.ts'
import { figuresOf, pagesOf } from './queries.ts'

const shownDays = 28
const shownPages = 20

/** What was counted in this world in the last four weeks. */
export async function eventFigures(context: Context) {
  const { db, world } = context
  const [figures, pages] = await Promise.all([
    figuresOf(db, world, shownDays),
    pagesOf(db, world, { days: shownDays, limit: shownPages }),
  ])
  return { figures, pages, days: shownDays }
}
