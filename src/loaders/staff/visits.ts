import type { Context } from '#platform/context/context.ts'
import { translator } from '#platform/i18n/translate.ts'
import { eventFigures } from '#shop/visits/tracking/server/service.ts'

/** What visitors of this world who allowed it did, and which pages they opened. */
export async function loadVisits(context: Context) {
  const { figures, pages, days } = await eventFigures(context)
  const t = translator(context.world)
  return { figures, days, pages: pages.map(({ page, times }) => ({ name: t(`meta:${page}.title`), times })) }
}
