import type { Context, MemberVisitor } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { type FieldErrors, ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { requireAccess, requireMember } from '#platform/http/access/access.ts'
import { excerptLength, postSourceLength, titleLength } from '#platform/limits.ts'
import { renderMarkdown } from '#platform/rules/markdown/members-text.ts'
import { cleanLine, cleanText } from '#platform/rules/text/clean-text.ts'
import type { OwnPost, PostInput } from '../../rules/contract.ts'
import { postChanged, postPublished, postWithdrawn } from '../events.ts'
import { ownPostView } from '../view.ts'
import {
  findOwn,
  insertPost,
  isOwnMaterial,
  keepVersion,
  materialChoices,
  type OwnPostRow,
  ownRows,
  type PostWords,
  setStatus,
  updateWords,
} from './writing-queries.ts'

const ownLimit = 100
const choicesLimit = 200
/** What a post said before its last changes. */
const mostVersions = 20
/** A deleted post can be put back for so long. */
const restorableDays = 30

/** The seller who asks. @throws ProductError unauthorized, forbidden */
export function requireSeller(context: Context): MemberVisitor {
  requireAccess(context, 'seller')
  return requireMember(context)
}

/** The member's own posts in every state, the newest first; deleted ones for 30 days. */
export async function ownPosts(context: Context): Promise<OwnPost[]> {
  const { accountId: authorId } = requireSeller(context)
  const deletedSince = new Date(Date.now() - restorableDays * 86_400_000)
  const rows = await ownRows(context.db, context.world, { authorId, deletedSince, limit: ownLimit })
  return rows.map((row) => ownPostView(context.world, row))
}

/** An own post with what was typed. @throws ProductError not_found, also for somebody else's */
export async function ownPost(context: Context, id: number): Promise<OwnPost> {
  return ownPostView(context.world, await findMine(context, context.db, id))
}

/** Own published materials a post can be about. */
export async function postMaterials(context: Context): Promise<{ id: number; title: string }[]> {
  const { accountId: authorId } = requireSeller(context)
  return await materialChoices(context.db, context.world, { authorId, limit: choicesLimit })
}

/**
 * Writes a new draft. `editorKey` names the empty editor it was typed into: the same one sent twice is one post.
 * @throws ProductError forbidden (not a seller), invalid_input
 */
export async function createPost(
  context: Context,
  input: PostInput,
  editorKey: string | null = null,
): Promise<OwnPost> {
  const { accountId: authorId } = requireSeller(context)
  const { db, world } = context
  return await transaction(db, async (tx) => {
    const words = await storedWords(tx, world, authorId, input)
    const { id } = await insertPost(tx, world, { authorId, editorKey, words })
    return ownPostView(world, await findMine(context, tx, id))
  })
}

/**
 * Saves new words over the version they began with; of a published post they are public at once.
 * @throws ProductError not_found, conflict (a newer version is there), gone (deleted meanwhile), invalid_input
 */
export async function savePost(
  context: Context,
  id: number,
  input: PostInput & { version: number; isAutosave?: boolean },
): Promise<OwnPost> {
  return await changeOwn(context, id, async (tx, before) => {
    if (before.status === 'deleted') throw new ProductError('gone')
    const { world } = context
    const words = await storedWords(tx, world, before.author_id, input)
    if (before.status === 'published') mustBeReadable(words)
    if (!(await updateWords(tx, world, { id, version: input.version, words })))
      throw new ProductError('conflict')
    const isOther = words.title !== before.title || words.source !== before.source
    if (isOther && before.source !== '')
      await keepVersion(tx, world, before, { most: mostVersions, isAutosave: input.isAutosave ?? false })
  })
}

/** Makes an own draft public. @throws ProductError not_found, gone, invalid_input (nothing to read yet) */
export async function publishPost(context: Context, id: number): Promise<OwnPost> {
  return await changeOwn(context, id, async (tx, before) => {
    if (before.status === 'deleted') throw new ProductError('gone')
    mustBeReadable(before)
    if (before.status === 'draft') await setStatus(tx, context.world, id, 'published')
  })
}

/** Deletes an own post; it can be put back. @throws ProductError not_found */
export async function deletePost(context: Context, id: number): Promise<OwnPost> {
  return await changeOwn(context, id, async (tx, before) => {
    if (before.status !== 'deleted') await setStatus(tx, context.world, id, 'deleted')
  })
}

/** Puts a deleted post back to what it was: public, or a draft. @throws ProductError not_found */
export async function restorePost(context: Context, id: number): Promise<OwnPost> {
  return await changeOwn(context, id, async (tx, before) => {
    if (before.status !== 'deleted') return
    await setStatus(tx, context.world, id, before.published_at === null ? 'draft' : 'published')
  })
}

/** Runs a change of an own post, and tells of it when it is or was public. @throws ProductError forbidden (blocked) */
export async function changeOwn(
  context: Context,
  id: number,
  run: (tx: Db, before: OwnPostRow) => Promise<void>,
): Promise<OwnPost> {
  const { db, world } = context
  const row = await transaction(db, async (tx) => {
    const before = await findMine(context, tx, id)
    if (before.status === 'blocked') throw new ProductError('forbidden')
    await run(tx, before)
    const after = await findMine(context, tx, id)
    const change = changeOf(before, after)
    if (change) await emit(context, tx, change, { postId: id, authorId: after.author_id, world })
    return after
  })
  return ownPostView(world, row)
}

/** What readers see of a change; undefined when nothing did. */
function changeOf(before: OwnPostRow, after: OwnPostRow) {
  if (before.version === after.version) return undefined
  if (after.status !== 'published') return before.status === 'published' ? postWithdrawn : undefined
  return before.status === 'published' ? postChanged : postPublished
}

async function findMine(context: Context, db: Db, id: number): Promise<OwnPostRow> {
  const { accountId: authorId } = requireSeller(context)
  const row = await findOwn(db, context.world, { id, authorId })
  if (row === undefined) throw new ProductError('not_found')
  return row
}

async function storedWords(tx: Db, world: string, authorId: number, input: PostInput): Promise<PostWords> {
  const title = cleanLine(input.title)
  const source = cleanText(input.source)
  const { materialId } = input
  const fields: FieldErrors = {}
  if (title.length < titleLength.min) fields.title = 'too_short'
  if (title.length > titleLength.max) fields.title = 'too_long'
  if (source.length > postSourceLength.max) fields.source = 'too_long'
  if (materialId !== null && !(await isOwnMaterial(tx, world, { id: materialId, authorId })))
    fields.materialId = 'invalid'
  if (Object.keys(fields).length > 0) throw new ProductError('invalid_input', { fields })
  const { html, wordCount, excerpt } = renderMarkdown(source, { isArticle: true })
  return {
    title,
    source,
    html,
    excerpt: excerpt(excerptLength),
    word_count: wordCount,
    material_id: materialId,
  }
}

/** @throws ProductError invalid_input when there is nothing to read yet */
export function mustBeReadable({ source }: { source: string }): void {
  if (source.length < postSourceLength.min)
    throw new ProductError('invalid_input', { fields: { source: 'too_short' } })
}
