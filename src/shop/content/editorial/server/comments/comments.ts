import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import type { TextName, TextOfWorld } from '../../rules/contract.ts'
import { latestSource } from '../editions/editing.ts'
import { lockEdition } from '../editions/edition-queries.ts'
import { requireWriter } from '../editors/editors.ts'
import { insertTextComment, resolveThread, textThread } from './comment-queries.ts'

/**
 * Says something about a paragraph of a text, or answers what was said; an answer opens its thread again.
 * @throws ProductError unauthorized, forbidden, not_found (the text, the thread)
 */
export async function commentText(
  context: Context,
  {
    kind,
    key,
    threadId,
    quote,
    body,
  }: TextOfWorld & { threadId?: number | undefined; quote: string; body: string },
): Promise<{ id: number }> {
  const editorId = await requireWriter(context)
  const name: TextName = { kind, key, world: context.world }
  return await transaction(context.db, async (tx) => {
    const row = await lockEdition(tx, name)
    if (latestSource(context, name, row) === undefined) throw new ProductError('not_found')
    const thread = threadId === undefined ? undefined : await textThread(tx, name, threadId)
    if (threadId !== undefined && thread === undefined) throw new ProductError('not_found')
    if (thread) await resolveThread(tx, name, { id: thread.id, at: null })
    const given = { thread_id: thread?.id ?? null, quote: thread?.quote ?? quote, body, made_by: editorId }
    return { id: await insertTextComment(tx, name, given) }
  })
}

/** Is done with a thread. @throws ProductError unauthorized, forbidden, not_found */
export async function resolveTextComment(
  context: Context,
  { kind, key, threadId }: TextOfWorld & { threadId: number },
): Promise<{ done: true }> {
  await requireWriter(context)
  const name: TextName = { kind, key, world: context.world }
  return await transaction(context.db, async (tx) => {
    const thread = await textThread(tx, name, threadId)
    if (thread === undefined) throw new ProductError('not_found')
    await resolveThread(tx, name, { id: thread.id, at: new Date() })
    return { done: true as const }
  })
}
