import type { Context } from '#platform/context/context.ts'
import { lockUntilCommit } from '#platform/db/advisory-lock.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { requireMember, sellerOf } from '#platform/http/access/access.ts'
import { announcementLength, announcementPauseDays, announcementShownDays } from '#platform/limits.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import type { ReportInput } from '#platform/rules/contract/feedback.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { cleanText } from '#platform/rules/text/clean-text.ts'
import { takeReport } from '#shop/community/feedback/server/service.ts'
import { isPublishingPaused } from '#shop/selling/materials/server/service.ts'
import { announcementSent, announcementShown, announcementWithdrawn } from './events.ts'
import { mailAnnouncementJob } from './jobs.ts'
import {
  type AnnouncementRow,
  type AnnouncementState,
  countFollowers,
  findAnnouncement,
  insertAnnouncement,
  lastAnnouncement,
  setState,
} from './queries.ts'

const dayMs = 86_400_000

interface ShownAnnouncement {
  id: number
  text: string
  at: Date
}

/** What the announcement would say, cleaned, and whom it would reach. @throws ProductError invalid_input */
export async function previewAnnouncement(
  context: Context,
  text: string,
): Promise<{ text: string; followers: number }> {
  const { accountId, homeWorld } = requireMember(context)
  return {
    text: checkedText(text),
    followers: await countFollowers(context.db, homeWorld, accountId),
  }
}

/**
 * Tells the author's followers something: on the author's page, in their notification centres and by mail, as they have
 * set it. Once a week. @throws ProductError invalid_input, too_early (the last one is not a week old), publishing_paused
 */
export async function sendAnnouncement(context: Context, input: string): Promise<number> {
  const { accountId: authorId, homeWorld } = requireMember(context)
  const world = homeWorld as LiveWorldCode
  const text = checkedText(input)
  return await transaction(context.db, async (tx) => {
    await lockUntilCommit(tx, `announcement ${authorId}`)
    if (await isPublishingPaused(tx, authorId)) throw new ProductError('publishing_paused')
    const last = await lastAnnouncement(tx, world, authorId)
    // What was taken back counts, too: its mails are out.
    if (last && nextAt(last) > new Date()) {
      if (last.text === text && last.state === 'shown') return last.id
      throw new ProductError('too_early', {
        retryAfterSeconds: Math.ceil((nextAt(last).getTime() - Date.now()) / 1000),
        facts: { possibleAt: nextAt(last).toISOString() },
      })
    }
    const announcementId = await insertAnnouncement(tx, world, { authorId, text })
    await context.queue.send(tx, mailAnnouncementJob, { world, announcementId })
    await emit(context, tx, announcementSent, { announcementId, authorId, world })
    return announcementId
  })
}

/** Takes the own announcement from the page; mails that are out stay out. @throws ProductError not_found */
export async function withdrawAnnouncement(context: Context, id: number): Promise<void> {
  const { accountId, homeWorld } = requireMember(context)
  const world = homeWorld as LiveWorldCode
  await transaction(context.db, async (tx) => {
    const said = await findAnnouncement(tx, world, id)
    if (said?.author_id !== accountId || said.state !== 'shown') throw new ProductError('not_found')
    await changeState(context, tx, { said, world, state: 'deleted' })
  })
}

/** What an author's page shows of it: the last one, for a month. */
export async function currentAnnouncement(
  { db, world }: Context,
  authorId: number,
): Promise<ShownAnnouncement | undefined> {
  const last = await lastAnnouncement(db, world, authorId)
  return last && isCurrent(last) ? { id: last.id, text: last.text, at: last.created_at } : undefined
}

/** For the author's form: what is shown, and from when on the next one may go out. */
export async function ownAnnouncement(
  context: Context,
): Promise<{ current: ShownAnnouncement | undefined; nextAt: Date | undefined }> {
  const seller = sellerOf(context)
  if (seller === undefined) return { current: undefined, nextAt: undefined }
  const last = await lastAnnouncement(context.db, seller.homeWorld, seller.accountId)
  if (last === undefined) return { current: undefined, nextAt: undefined }
  const next = nextAt(last)
  return {
    current: isCurrent(last) ? { id: last.id, text: last.text, at: last.created_at } : undefined,
    nextAt: next > new Date() ? next : undefined,
  }
}

/** Takes a notice about an announcement from anybody. @throws ProductError not_found, invalid_input, rate_limited */
export async function reportAnnouncement(
  context: Context,
  announcementId: number,
  given: { input: ReportInput },
): Promise<void> {
  const { env, world } = context
  await takeReport(context, given, async (tx) => {
    const said = await findAnnouncement(tx, world, announcementId)
    if (said === undefined || !isCurrent(said)) throw new ProductError('not_found')
    return {
      target: { announcementId },
      affectedId: said.author_id,
      title: said.author,
      address: absoluteUrl(env.siteUrl, url('author', { world, id: said.author_id, slug: said.slug })),
    }
  })
}

/** Takes an announcement away by a decision, or shows it again. @returns its state before; undefined: nobody saw it */
export async function decideAnnouncement(
  context: Context,
  tx: Db,
  { id, state }: { id: number; state: 'shown' | 'blocked' },
): Promise<'shown' | undefined> {
  const { world } = context
  const said = await findAnnouncement(tx, world, id)
  if (said === undefined || said.state !== (state === 'blocked' ? 'shown' : 'blocked')) return undefined
  await changeState(context, tx, { said, world, state })
  return 'shown'
}

async function changeState(
  context: Context,
  tx: Db,
  { said, world, state }: { said: AnnouncementRow; world: LiveWorldCode; state: AnnouncementState },
): Promise<void> {
  await setState(tx, world, said.id, state)
  const about = { authorId: said.author_id, world }
  // Taken away also where the page has another one by now, or none: copies of before have its words.
  if (state !== 'shown') return void (await emit(context, tx, announcementWithdrawn, about))
  const last = await lastAnnouncement(tx, world, said.author_id)
  if (last?.id === said.id && isCurrent(last)) await emit(context, tx, announcementShown, about)
}

function isCurrent({ state, created_at }: AnnouncementRow): boolean {
  return state === 'shown' && Date.now() - created_at.getTime() < announcementShownDays * dayMs
}

function nextAt({ created_at }: AnnouncementRow): Date {
  return new Date(created_at.getTime() + announcementPauseDays * dayMs)
}

function checkedText(text: string): string {
  const clean = cleanText(text)
  if (clean.length < announcementLength.min)
    throw new ProductError('invalid_input', { fields: { text: clean === '' ? 'required' : 'too_short' } })
  if (clean.length > announcementLength.max)
    throw new ProductError('invalid_input', { fields: { text: 'too_long' } })
  return clean
}
