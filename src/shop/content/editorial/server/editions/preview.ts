import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { linkToken, readLinkToken } from '#platform/http/access/link-token.ts'
import { url } from '#platform/routing/url.ts'
import type { TextName, TextOfWorld, TextWords } from '../../rules/contract.ts'
import type { Article } from '../articles.ts'
import { requireWriter } from '../editors/editors.ts'
import { latestSource, sourceOf } from './editing.ts'
import { editionByNumber, lockEdition } from './edition-queries.ts'
import { fieldsOf } from './source.ts'

/** How long a link to a draft opens it. */
const previewDays = 7

/**
 * What is typed as readers would see it.
 * @throws ProductError unauthorized, forbidden, invalid_input (a link leads nowhere, a word for the company is unknown)
 */
export async function previewText(
  context: Context,
  { kind, key, words }: TextOfWorld & { words: TextWords },
): Promise<{ html: string }> {
  await requireWriter(context)
  try {
    const source = sourceOf('', kind, words)
    return { html: context.articles.preview({ kind, key, world: context.world }, source) }
  } catch (error) {
    if (error instanceof RangeError) throw new ProductError('invalid_input', { fields: { body: 'invalid' } })
    throw error
  }
}

/**
 * A link by which anybody sees the draft of a text for a week: whoever is to look at it needs no account.
 * @throws ProductError unauthorized, forbidden, not_found
 */
export async function sharedPreview(
  context: Context,
  { kind, key }: TextOfWorld,
): Promise<{ path: string; days: number }> {
  await requireWriter(context)
  const { db, env, world } = context
  const name: TextName = { kind, key, world }
  const row = await transaction(db, (tx) => lockEdition(tx, name))
  if (latestSource(context, name, row) === undefined) throw new ProductError('not_found')
  const token = linkToken(env, { purpose: 'text-preview', world, id: row.number, days: previewDays })
  return { path: url('text-preview', { world, token }), days: previewDays }
}

export interface SharedDraft {
  name: TextName
  title: string
  html: string
  /** Undefined: a page, or its fields are not sound yet. */
  article: Article | undefined
}

/**
 * What a link to a draft shows: the text as it is written now.
 * @throws ProductError link_expired, not_found
 */
export async function sharedDraft(context: Context, token: string): Promise<SharedDraft> {
  const { articles, db, env, world } = context
  const number = readLinkToken(env, { purpose: 'text-preview', world }, token)
  const row = await editionByNumber(db, world, number)
  if (row === undefined) throw new ProductError('not_found')
  const name = { kind: row.kind, key: row.key, world } as TextName
  const source = latestSource(context, name, row)
  if (source === undefined) throw new ProductError('not_found')
  return { name, title: fieldsOf(source).title ?? row.key, ...articles.draft(name, source) }
}
