import type { Context } from '#platform/context/context.ts'
import { lockUntilCommit } from '#platform/db/advisory-lock.ts'
import { encodeCursor } from '#platform/db/paging.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { requireMember, sellerOf } from '#platform/http/access/access.ts'
import { maxOpenQuestions, questionLength, reviewPageSize } from '#platform/limits.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import type { QuestionPage } from '#platform/rules/contract/feedback.ts'
import { liveWorldOr } from '#platform/rules/contract/world.ts'
import { questionView } from '#shop/catalogue/catalogue/server/service.ts'
import { ownedIds } from '#shop/money/orders/server/service.ts'
import { findContact } from '#shop/people/identity/server/service.ts'
import { questionAnswered as answered, questionAsked as asked } from '../events.ts'
import { questionAnswered, questionAsked } from '../mails.ts'
import { isAuthorOf } from '../policy.ts'
import { idAfter, idBefore, publicSubject, storedText, subjectUrl } from '../subject.ts'
import { findSubject, type SubjectRow } from '../subject-queries.ts'
import {
  answeredRows,
  countOpen,
  findQuestion,
  insertQuestion,
  type OpenQuestionRow,
  openRows,
  type PlacedQuestionRow,
  setAnswer,
  waitingRows,
} from './question-queries.ts'

const openLimit = 50

/** Answered questions about a public material, the newest first. @throws ProductError not_found, gone, invalid_input */
export async function listQuestions(
  context: Context,
  materialId: number,
  cursor?: string,
): Promise<QuestionPage> {
  const { db, world } = context
  const beforeId = idBefore('questions', cursor)
  await publicSubject(context, materialId)
  const rows = await answeredRows(db, world, { materialId, beforeId, limit: reviewPageSize + 1 })
  const shown = rows.slice(0, reviewPageSize)
  const last = rows.length > reviewPageSize ? shown.at(-1) : undefined
  return {
    questions: shown.map(questionView),
    nextCursor: last ? encodeCursor('questions', [last.id]) : null,
  }
}

/**
 * A member asks the author of a public material, who gets a mail. The public sees it with the answer, not before.
 * @throws ProductError not_found, gone, own_material, rate_limited (too many unanswered questions), invalid_input
 */
export async function askQuestion(context: Context, materialId: number, text: string): Promise<number> {
  const member = requireMember(context)
  const { accountId } = member
  const { db, world } = context
  const question = storedText(text, questionLength.min)
  return await transaction(db, async (tx) => {
    await lockUntilCommit(tx, `question ${world} ${materialId} ${accountId}`)
    const subject = await publicSubject(context, materialId, tx)
    if (isAuthorOf(member, subject)) throw new ProductError('own_material')
    if ((await countOpen(tx, world, { materialId, accountId })) >= maxOpenQuestions)
      throw new ProductError('rate_limited')
    const authorId = subject.author_id
    const questionId = await insertQuestion(tx, world, { materialId, authorId, accountId, text: question })
    await tellAuthor(context, tx, { subject, questionId, text: question })
    await emit(context, tx, asked, { materialId, authorId, questionId })
    return questionId
  })
}

/**
 * The author's answer, which makes the question public. The first one is mailed to the asker; writing again replaces it.
 * @throws ProductError not_found, also for questions to somebody else
 */
export async function answerQuestion(context: Context, questionId: number, text: string): Promise<void> {
  const member = requireMember(context)
  const { db, world } = context
  const answer = storedText(text, 2)
  await transaction(db, async (tx) => {
    const question = await findQuestion(tx, world, questionId)
    if (question === undefined || !isAuthorOf(member, question)) throw new ProductError('not_found')
    await setAnswer(tx, world, questionId, answer)
    const subject = await findSubject(tx, world, question.material_id)
    if (subject && question.answer === null) await tellAsker(context, tx, { subject, question, answer })
    await emit(context, tx, answered, {
      materialId: question.material_id,
      authorId: question.author_id,
      questionId,
      askerId: question.answer === null ? question.account_id : undefined,
    })
  })
}

/** Questions to the member as an author that wait for an answer, the oldest first. */
export async function waitingQuestions(context: Context): Promise<OpenQuestionRow[]> {
  const seller = sellerOf(context)
  if (seller === undefined) return []
  return await openRows(context.db, context.world, { authorId: seller.accountId, limit: openLimit })
}

/** Questions of others about materials the member has, which nobody has answered yet, the oldest first. */
export async function questionsForBuyers(
  context: Context,
  materialIds: readonly number[],
): Promise<PlacedQuestionRow[]> {
  const { accountId } = requireMember(context)
  const owned = await ownedIds(context, materialIds)
  return await waitingRows(context.db, context.world, {
    ...{ materialIds: owned, exceptOf: accountId, limit: openLimit },
  })
}

/**
 * Questions of others about one material that nobody has answered, the oldest first: for its author and who has it.
 * @throws ProductError not_found, gone, buyers_only, invalid_input
 */
export async function listOpenQuestions(
  context: Context,
  materialId: number,
  cursor?: string,
): Promise<QuestionPage> {
  const member = requireMember(context)
  const afterId = idAfter('open-questions', cursor)
  const subject = await publicSubject(context, materialId)
  if (!isAuthorOf(member, subject) && (await ownedIds(context, [materialId])).length === 0)
    throw new ProductError('buyers_only')
  const rows = await waitingRows(context.db, context.world, {
    ...{ materialIds: [materialId], exceptOf: member.accountId, afterId, limit: reviewPageSize + 1 },
  })
  const shown = rows.slice(0, reviewPageSize)
  const last = rows.length > reviewPageSize ? shown.at(-1) : undefined
  return {
    questions: shown.map(questionView),
    nextCursor: last ? encodeCursor('open-questions', [last.id]) : null,
  }
}

async function tellAuthor(
  context: Context,
  tx: Db,
  { subject, questionId, text }: { subject: SubjectRow; questionId: number; text: string },
): Promise<void> {
  const author = await findContact(tx, subject.author_id)
  if (author === undefined) return
  const { env, queue, world } = context
  await queueMail(
    tx,
    { queue, env, world: liveWorldOr(author.world, world) },
    {
      mail: questionAsked,
      to: author.email,
      vars: {
        publicName: author.public_name,
        title: subject.title,
        question: text,
        answerUrl: `${absoluteUrl(env.siteUrl, url('cabinet-sales', { world }))}#question-${questionId}`,
      },
      dedupeKey: `question-asked:${world}:${questionId}`,
    },
  )
}

async function tellAsker(
  context: Context,
  tx: Db,
  { subject, question, answer }: { subject: SubjectRow; question: PlacedQuestionRow; answer: string },
): Promise<void> {
  const asker = await findContact(tx, question.account_id)
  if (asker === undefined) return
  await queueMail(
    tx,
    { ...context, world: liveWorldOr(asker.world, context.world) },
    {
      mail: questionAnswered,
      to: asker.email,
      vars: {
        publicName: asker.public_name,
        title: subject.title,
        question: question.text,
        answer,
        materialUrl: subjectUrl(context, subject, '#questions'),
      },
      dedupeKey: `question-answered:${context.world}:${question.id}`,
    },
  )
}
