import type { Context, Deps } from '#platform/context/context.ts'
import { decodeCursor, encodeCursor } from '#platform/db/paging.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { requireMember, sellerOf } from '#platform/http/access/access.ts'
import { translator } from '#platform/i18n/translate.ts'
import { notificationLimits } from '#platform/limits.ts'
import {
  type MutableKind,
  mutableKindSchema,
  type NotificationKind,
  type NotificationPage,
  type NotificationSetting,
} from '../rules/contract.ts'
import {
  countUnread,
  deleteOlderThan,
  insertNotifications,
  markRead,
  membersAfter,
  mutedKinds,
  type NewNotification,
  notificationRows,
  setMuted,
} from './queries.ts'
import { notificationView } from './view.ts'

/** An announcement is written by so many transactions at a time: the database has more than one core, and other work. */
const tellersAtOnce = 3

/**
 * Tells members something, as part of `tx`: it stands in their notification centre, and open windows hear of it when
 * `tx` commits. Who is gone, does not want the kind, or was told already (`dedupeKey`) is left out.
 */
export async function tell(tx: Db, accountIds: readonly number[], what: NewNotification): Promise<void> {
  await insertNotifications(tx, accountIds, what)
}

/** The member's notifications, newest first. @throws ProductError unauthorized; invalid_input for a foreign cursor */
export async function notifications(context: Context, cursor?: string): Promise<NotificationPage> {
  const { accountId } = requireMember(context)
  const { db, world } = context
  const { perPage } = notificationLimits
  const beforeId =
    cursor === undefined ? undefined : Number(decodeCursor('notifications', ['number'], cursor)[0])
  const [rows, unread] = await Promise.all([
    notificationRows(db, { accountId, beforeId, limit: perPage + 1 }),
    countUnread(db, accountId),
  ])
  const shown = rows.slice(0, perPage)
  const last = rows.length > perPage ? shown.at(-1) : undefined
  const t = translator(world)
  return {
    notifications: shown.map((row) => notificationView(t, row)),
    unread,
    nextCursor: last ? encodeCursor('notifications', [last.id]) : null,
  }
}

/** Marks the member's own as read, all of them without ids; ids of others change nothing. Answers what is left unread. */
export async function readNotifications(
  context: Context,
  ids: readonly number[] | undefined,
): Promise<number> {
  const { accountId } = requireMember(context)
  await markRead(context.db, accountId, ids)
  return await countUnread(context.db, accountId)
}

/** Which kinds the member wants to be notified of. */
export async function notificationSettings(context: Context): Promise<NotificationSetting[]> {
  const muted = await mutedKinds(context.db, requireMember(context).accountId)
  const sells = sellerOf(context) !== undefined
  return mutableKindSchema.options
    .filter((kind) => sells || !aboutSelling.has(kind))
    .map((kind) => ({ kind, isOn: !muted.includes(kind) }))
}

/** Who sells nothing is not asked about these; everything else can come to everybody, and be switched off. */
const aboutSelling: ReadonlySet<MutableKind> = new Set(['sale', 'review', 'question', 'note', 'follower'])

/** Switches a kind on or off; what was told stays. */
export async function changeNotificationSetting(
  context: Context,
  kind: MutableKind,
  isOn: boolean,
): Promise<NotificationSetting[]> {
  await setMuted(context.db, requireMember(context).accountId, kind, !isOn)
  return await notificationSettings(context)
}

/**
 * An operator's own words to every member of the context's world. The same words on one day are the same announcement.
 * @returns how many members there are
 */
export async function announce(
  context: Context,
  { text, url }: { text: string; url?: string | undefined },
): Promise<number> {
  const { db, world } = context
  const kind: NotificationKind = 'announcement'
  const day = new Date().toISOString().slice(0, 10)
  const dedupeKey = `announcement:${world}:${day}:${text}`
  const data = { text, ...(url && { url }) }
  const batches = everyMember(db, world)
  let count = 0
  async function tellSome(): Promise<void> {
    for await (const ids of batches) {
      await transaction(db, (tx) => tell(tx, ids, { world, kind, dedupeKey, data }))
      count += ids.length
    }
  }
  await Promise.all(Array.from({ length: tellersAtOnce }, tellSome))
  return count
}

async function* everyMember(db: Db, world: string): AsyncGenerator<number[], void> {
  for (let afterId = 0; ; ) {
    const ids = await membersAfter(db, world, afterId)
    const last = ids.at(-1)
    if (last === undefined) return
    yield ids
    afterId = last
  }
}

/** The nightly job: nothing is kept longer than three months. */
export async function cleanNotifications(deps: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const removed = await deleteOlderThan(deps.db, notificationLimits.days)
  deps.log.info({ removed }, 'old notifications removed')
}
