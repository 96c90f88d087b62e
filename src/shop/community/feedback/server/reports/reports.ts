import { createHmac } from 'node:crypto'
import { type Context, memberOf } from '#platform/context/context.ts'
import { encodeCursor } from '#platform/db/paging.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { purposeKey } from '#platform/env/env.ts'
import { type FieldErrors, ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import type { FormProblem, PostedForm } from '#platform/http/access/action.ts'
import { takeAllowance } from '#platform/http/visitor/client.ts'
import { reportLength, reportsThatHide, reviewPageSize } from '#platform/limits.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { url } from '#platform/routing/url.ts'
import type { Report, ReportInput } from '#platform/rules/contract/feedback.ts'
import type { TargetKind } from '#platform/rules/contract/moderation.ts'
import { cleanLine } from '#platform/rules/text/clean-text.ts'
import { foldEmail } from '#shop/people/identity/server/service.ts'
import { commentHeld, reportTaken } from '../events.ts'
import { reportReceived } from '../mails.ts'
import { findQuestion, isAnswered } from '../reviews/question-queries.ts'
import { findReview } from '../reviews/review-queries.ts'
import { idBefore, publicSubject, storedText, subjectUrl } from '../subject.ts'
import { holdWords } from './moderating.ts'
import {
  findAnswer,
  insertReport,
  openReports,
  type ReportRow,
  type ReportTarget,
  reportRows,
} from './report-queries.ts'

interface Found {
  target: ReportTarget
  affectedId: number
  title: string
  address: string
  /** Takes it from the public until somebody has decided; what is sold and whole posts stay. */
  hold?: (tx: Db) => Promise<void>
}

/** Words of one person about a material. */
export interface ReportedWords {
  kind: 'review' | 'question'
  id: number
}

/**
 * Takes a notice about a public review or question, as `reportMaterial` does. `materialId`: where it is said to stand.
 * @throws ProductError not_found, gone, invalid_input, rate_limited
 */
export async function reportWords(
  context: Context,
  { kind, id }: ReportedWords,
  given: { input: ReportInput; materialId?: number },
): Promise<void> {
  const { world } = context
  await takeReport(context, given, async (tx) => {
    const row = kind === 'review' ? await findReview(tx, world, id) : await findQuestion(tx, world, id)
    const isShown = row?.state === 'shown' && (kind === 'review' || ('answered_at' in row && isAnswered(row)))
    if (!isShown || (given.materialId !== undefined && row.material_id !== given.materialId))
      throw new ProductError('not_found')
    const subject = await publicSubject(context, row.material_id, tx)
    return {
      target: { materialId: row.material_id, [kind === 'review' ? 'reviewId' : 'questionId']: id },
      affectedId: row.account_id,
      title: subject.title,
      address: subjectUrl(context, subject, `#${kind}-${id}`),
      hold: (held) => holdWords(context, held, { kind, id }),
    }
  })
}

/**
 * The same about a comment below a question; comments are of a later feature, which hides it when it hears of it.
 * @throws ProductError not_found, gone, invalid_input, rate_limited
 */
export async function reportAnswer(
  context: Context,
  commentId: number,
  given: { input: ReportInput; materialId: number },
): Promise<void> {
  await takeReport(context, given, async (tx) => {
    const row = await findAnswer(tx, context.world, commentId)
    if (row?.material_id !== given.materialId) throw new ProductError('not_found')
    const subject = await publicSubject(context, row.material_id, tx)
    return {
      target: { materialId: row.material_id, questionId: row.question_id, commentId },
      affectedId: row.account_id,
      title: subject.title,
      address: subjectUrl(context, subject, `#comment-${commentId}`),
      hold: async (held) => {
        await emit(context, held, commentHeld, { commentId })
      },
    }
  })
}

/**
 * Takes a notice about a public material from anybody and confirms it by mail (Digital Services Act, article 16).
 * A second one from the same address while the first is open changes nothing and is not confirmed again.
 * @throws ProductError not_found, gone, invalid_input, rate_limited
 */
export async function reportMaterial(
  context: Context,
  materialId: number,
  given: { input: ReportInput },
): Promise<void> {
  await takeReport(context, given, async (tx) => {
    const subject = await publicSubject(context, materialId, tx)
    return {
      target: { materialId },
      affectedId: subject.author_id,
      title: subject.title,
      address: subjectUrl(context, subject),
    }
  })
}

/**
 * The same for anything else that can be reported: `find` says, in the report's transaction, what it is about, with
 * its title and absolute address for the mail, and throws for what is not public.
 * @throws ProductError invalid_input, rate_limited, and what `find` throws
 */
export async function takeReport(
  context: Context,
  { input }: { input: ReportInput },
  find: (tx: Db) => Promise<Found>,
): Promise<void> {
  const { db, env, queue, world } = context
  const text = storedText(input.text, reportLength.min)
  const { name, email } = reporterOf(context, input)
  // It sends a mail to an address anybody can type.
  await takeAllowance(context, 'report')
  await transaction(db, async (tx) => {
    const { target, affectedId, title, address, hold } = await find(tx)
    const accountId = memberOf(context)?.accountId ?? null
    const reportId = await insertReport(tx, world, {
      target,
      accountId,
      network: accountId === null ? null : networkHash(env.secret, context.rateClient.network),
      name,
      email,
      reason: input.reason,
      text,
    })
    if (reportId === undefined) return
    if (hold) await holdIfMany(tx, world, target, hold)
    await emit(context, tx, reportTaken, { reportId, target: placeOf(target), affectedId })
    await queueMail(
      tx,
      { queue, env, world },
      {
        mail: reportReceived,
        to: email,
        vars: { title, number: `${world.toUpperCase()}-${reportId}`, materialUrl: address },
        dedupeKey: `report-received:${world}:${reportId}`,
      },
    )
  })
}

/** Who reports: what was typed, else what is known of a member. @throws ProductError invalid_input */
function reporterOf(context: Context, input: ReportInput): { name: string; email: string } {
  const { name, email, fields } = personIn(context, input)
  if (email === undefined || fields.name !== undefined) throw new ProductError('invalid_input', { fields })
  return { name, email }
}

function personIn(context: Context, typed: { name?: string | undefined; email?: string | undefined }) {
  const known = memberOf(context)
  const name = cleanLine(typed.name ?? '') || (known?.publicName ?? '')
  const typedEmail = (typed.email ?? '').trim()
  const email = typedEmail === '' && known ? known.email : foldEmail(typedEmail)
  const fields: FieldErrors = {}
  if (name.length < 2) fields.name = name === '' ? 'required' : 'too_short'
  if (email === undefined) fields.email = typedEmail === '' ? 'required' : 'invalid'
  return { name, email, fields }
}

/** What a refused form lacks, who reports included: no schema knows whether they need to say so. */
export function refusedReport(
  { code, fields }: ProductError,
  { context, values }: PostedForm,
): FormProblem | undefined {
  if (code !== 'invalid_input' || fields === undefined) return undefined
  return { problem: code, fields: { ...personIn(context, values).fields, ...fields } }
}

/** What several people reported is held back; what the platform has left once is not, however many report it then. */
async function holdIfMany(
  tx: Db,
  world: string,
  target: ReportTarget,
  hold: (tx: Db) => Promise<void>,
): Promise<void> {
  const { count, wasRejected } = await openReports(tx, world, target)
  if (count >= reportsThatHide && !wasRejected) await hold(tx)
}

/** Networks are told apart without storing them. */
function networkHash(secret: string, network: string): string {
  return createHmac('sha256', purposeKey(secret, 'report-network')).update(network).digest('base64url')
}

function placeOf(target: ReportTarget): { kind: TargetKind; id: number } {
  if ('announcementId' in target) return { kind: 'announcement', id: target.announcementId }
  if ('materialId' in target && target.commentId !== undefined)
    return { kind: 'comment', id: target.commentId }
  if ('materialId' in target && target.noteId !== undefined) return { kind: 'note', id: target.noteId }
  if ('materialId' in target && target.reviewId !== undefined) return { kind: 'review', id: target.reviewId }
  if ('materialId' in target && target.questionId !== undefined)
    return { kind: 'question', id: target.questionId }
  if ('materialId' in target) return { kind: 'material', id: target.materialId }
  if (target.commentId !== null) return { kind: 'comment', id: target.commentId }
  return { kind: 'post', id: target.postId }
}

/** Reports of this world for those who decide, the newest first. @throws ProductError invalid_input */
export async function listReports(
  context: Context,
  { status, cursor }: { status: ReportRow['status']; cursor?: string | undefined },
): Promise<{ reports: Report[]; nextCursor: string | null }> {
  const beforeId = idBefore('reports', cursor)
  const rows = await reportRows(context.db, context.world, { status, beforeId, limit: reviewPageSize + 1 })
  const shown = rows.slice(0, reviewPageSize)
  const last = rows.length > reviewPageSize ? shown.at(-1) : undefined
  return {
    reports: shown.map((row) => reportView(context, row)),
    nextCursor: last ? encodeCursor('reports', [last.id]) : null,
  }
}

function reportView({ world }: Context, row: ReportRow): Report {
  const { id, name, email, reason, text, status } = row
  return {
    id,
    name,
    email,
    reason,
    text,
    status,
    material:
      row.material_id === null
        ? null
        : {
            id: row.material_id,
            title: row.title,
            url: url('material', { world, id: row.material_id, slug: row.slug ?? '' }),
          },
    post:
      row.post_id === null
        ? null
        : { id: row.post_id, title: row.title, url: url('post', { world, id: row.post_id }) },
    comment: row.comment_id === null ? null : { id: row.comment_id, text: row.said ?? '' },
    reviewId: row.review_id,
    questionId: row.question_id,
    noteId: row.note_id,
    announcementId: row.announcement_id,
    accountId: row.account_id,
    createdAt: row.created_at.toISOString(),
  }
}
