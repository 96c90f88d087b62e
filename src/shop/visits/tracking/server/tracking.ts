import { type Context, isActedFor, memberOf } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { AnalyticsEvent, EmailHashes, TrackedMaterial } from '#platform/gateways/analytics/analytics.ts'
import { matchAddress } from '#platform/routing/match.ts'
import { materialDetail } from '#shop/catalogue/catalogue/server/service.ts'
import { purchaseOf } from '#shop/money/orders/server/service.ts'
import { isOnRecord } from '#shop/visits/consent/server/service.ts'
import { subjectOf, type TrackedEvent } from '../rules/events.ts'
import { emailHashes } from './email-hashes.ts'
import { tellEventsJob } from './jobs.ts'
import { type EventRow, insertEvents } from './queries.ts'

/**
 * Keeps what a visitor's browser tells, once each, where they have allowed it on record; says how many. Nothing of who acts in a
 * member's name. Of an address only which page it is remains: what it holds beside that may be personal.
 */
export async function track(context: Context, events: readonly TrackedEvent[]): Promise<number> {
  if (isActedFor(context) || !(await isOnRecord(context, 'statistics'))) return 0
  const known = events.flatMap((event) => {
    const page = pageOf(event.path)
    return page === undefined ? [] : [{ event, page }]
  })
  if (known.length === 0) return 0
  const rows = known.map(
    ({ event, page }): EventRow => ({
      ...{ id: event.id, name: event.name, visit: event.visit },
      ...{ page, subject: subjectOf(event) },
    }),
  )
  if (!context.analytics.isRemote) {
    const fresh = await insertEvents(context.db, context.world, rows)
    await context.analytics.tell(
      known.filter(({ event }) => fresh.has(event.id)).map((each) => analyticsEvent(context, each)),
    )
    return fresh.size
  }
  const materials = await materialsOf(
    context,
    known.map(({ event }) => event),
  )
  const email = await emailOf(context)
  return await transaction(context.db, async (tx) => {
    const fresh = await insertEvents(tx, context.world, rows)
    const news = known
      .filter(({ event }) => fresh.has(event.id))
      .map((each) => ({
        ...analyticsEvent(context, each),
        email,
        material: materials.get(materialIdOf(each.event)),
      }))
    if (news.length > 0) await context.queue.send(tx, tellEventsJob, { events: news })
    return fresh.size
  })
}

function analyticsEvent(
  { world }: Context,
  { event, page }: { event: TrackedEvent; page: string },
): AnalyticsEvent {
  const { id, name, visit } = event
  // Clocks go wrong; nothing happened later than now.
  const at = Math.min(event.at, Date.now())
  return { ...{ id, name, visit, page, world, at }, value: name === 'engaged' ? event.value : undefined }
}

function pageOf(path: string): string | undefined {
  const match = matchAddress(path)
  return match.kind === 'page' ? match.route.name : undefined
}

function materialIdOf(event: TrackedEvent): number | undefined {
  return 'materialId' in event ? event.materialId : undefined
}

/** Materials as they are tracked; one that is not there, or not for this visitor, is left out. */
async function materialsOf(
  context: Context,
  events: readonly TrackedEvent[],
): Promise<Map<number | undefined, TrackedMaterial>> {
  const ids = new Set(events.flatMap((event) => materialIdOf(event) ?? []))
  const found = await Promise.all(
    [...ids].map(async (id) => await trackedMaterial(context, id).catch(() => undefined)),
  )
  return new Map(found.flatMap((each) => (each ? [[each.id, each]] : [])))
}

/** A material as it is tracked (specification 3). @throws ProductError not_found, gone */
export async function trackedMaterial(context: Context, id: number): Promise<TrackedMaterial> {
  const material = await materialDetail(context, id)
  const { price, finalPrice, currency, sale, bestInCategories, createdAt, interactiveId } = material
  const { isBundleInteractive, isStandaloneInteractive, hasFixedPrice, materialFiles } = material
  return {
    ...{ id, price, finalPrice, currency, sale, bestInCategories, createdAt, interactiveId },
    ...{ isBundleInteractive, isStandaloneInteractive, hasFixedPrice },
    materialFiles: materialFiles.map(({ type }) => ({ type })),
    purchase_id: await purchaseOf(context, id),
  }
}

async function emailOf(context: Context): Promise<EmailHashes | undefined> {
  const member = memberOf(context)
  if (member === undefined || !(await isOnRecord(context, 'marketing'))) return undefined
  return emailHashes(member.email)
}
