import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import {
  editedText,
  fieldsOf,
  letterOf,
  listTexts,
  momentAt,
  requireWriter,
} from '#shop/content/editorial/server/service.ts'
import {
  cancelLetter,
  findLetter,
  type LetterRow,
  letterRows,
  orderLetter,
  sentLetters,
} from './letter-queries.ts'
import { newsletterTest } from './mails.ts'
import { type ReaderCounts, readerCounts } from './queries.ts'

const kind = 'newsletter'

export interface LetterLine {
  key: string
  title: string
  /** `draft`: it has to be published at the desk first. */
  state: 'draft' | 'ready' | LetterRow['state']
  row: LetterRow | undefined
}

/**
 * The letters of this world and how many get them.
 * @throws ProductError unauthorized, forbidden (another world than the editor's)
 */
export async function listLetters(
  context: Context,
): Promise<{ letters: LetterLine[]; counts: ReaderCounts }> {
  const [{ texts }, rows, counts] = await Promise.all([
    listTexts(context, { kind }),
    letterRows(context.db, context.world),
    readerCounts(context.db, context.world),
  ])
  const letters = texts
    .filter(({ worlds, state }) => state !== 'missing' || worlds.includes(context.world))
    .map(({ key, title, worlds }) => {
      const row = rows.find((each) => each.key === key)
      const isReady = worlds.includes(context.world)
      return { key, title, row, state: row?.state ?? (isReady ? 'ready' : 'draft') } as const
    })
  return { letters, counts }
}

/**
 * A letter with its mail as its readers get it.
 * @throws ProductError unauthorized, forbidden, not_found
 */
export async function letterPage(context: Context, key: string) {
  const text = await editedText(context, { kind, key })
  const row = await findLetter(context.db, context.world, key)
  const source = row?.source ?? text.publicSource ?? text.source
  return {
    key,
    row,
    isPublic: text.publicSource !== undefined,
    /** What is written at the desk is not what is sent. */
    isNewer: text.publicSource !== undefined && text.source !== text.publicSource,
    counts: await readerCounts(context.db, context.world),
    ...readLetter(context, key, source),
  }
}

/** The letters that went out in this world, for everybody. */
export async function letterArchive(
  context: Context,
): Promise<{ key: string; title: string; sentAt: Date }[]> {
  const rows = await sentLetters(context.db, context.world)
  return rows.map(({ key, source, send_at }) => ({
    ...{ key, title: fieldsOf(source).title ?? key },
    sentAt: send_at,
  }))
}

/** A letter that went out, as a page: its words as they were sent. @throws ProductError not_found */
export async function archivedLetter(context: Context, key: string) {
  const row = await findLetter(context.db, context.world, key)
  if (row === undefined || row.state === 'scheduled') throw new ProductError('not_found')
  const { html } = context.articles.draft({ kind, world: context.world, key }, row.source)
  return { title: fieldsOf(row.source).title ?? key, sentAt: row.send_at, html }
}

/**
 * Sends a letter as it is written now to the editor alone.
 * @throws ProductError unauthorized, forbidden, not_found, invalid_input (a link leads nowhere)
 */
export async function testLetter(context: Context, key: string): Promise<void> {
  const editorId = await requireWriter(context)
  const { source } = await editedText(context, { kind, key })
  const { visitor } = context
  if (visitor.kind !== 'member') throw new ProductError('unauthorized')
  const vars = readLetter(context, key, source)
  await transaction(context.db, async (tx) => {
    await queueMail(tx, context, {
      mail: newsletterTest,
      to: visitor.email,
      vars,
      dedupeKey: `newsletter-test:${context.world}:${key}:${editorId}:${Date.now()}`,
    })
  })
}

/**
 * Orders that a letter is sent as it was published at the desk: at once, or at a moment of the world's own clock. Its words are
 * kept with the order.
 * @throws ProductError unauthorized, forbidden, not_found; conflict (ordered before, or not published); invalid_input (sendAt)
 */
export async function sendLetter(context: Context, key: string, local: string | undefined): Promise<void> {
  const editorId = await requireWriter(context)
  const { publicSource } = await editedText(context, { kind, key })
  if (publicSource === undefined) throw new ProductError('conflict')
  readLetter(context, key, publicSource)
  await transaction(context.db, async (tx) => {
    const sendAt = local ? await momentAt(tx, local, worldOf(context.world).timeZone) : new Date()
    if (sendAt === undefined) throw new ProductError('invalid_input', { fields: { sendAt: 'invalid' } })
    const order = { key, source: publicSource, sendAt, orderedBy: editorId }
    if (!(await orderLetter(tx, context.world, order))) throw new ProductError('conflict')
  })
}

/** Takes an order back before its time. @throws ProductError unauthorized, forbidden; conflict (it is on its way) */
export async function stopLetter(context: Context, key: string): Promise<void> {
  await requireWriter(context)
  if (!(await cancelLetter(context.db, context.world, key))) throw new ProductError('conflict')
}

function readLetter(context: Context, key: string, source: string) {
  try {
    return letterOf(context, { kind, world: context.world, key }, source)
  } catch (error) {
    if (error instanceof RangeError) throw new ProductError('invalid_input', { fields: { body: 'invalid' } })
    throw error
  }
}
