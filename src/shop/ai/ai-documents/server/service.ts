import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { ownerInWorld } from '#platform/http/visitor/owner.ts'
import { translator } from '#platform/i18n/translate.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { liveWorldOr } from '#platform/rules/contract/world.ts'
import { cleanLine, cleanText } from '#platform/rules/text/clean-text.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { blocksHtml } from '#shop/ai/ai-tools/rules/blocks-html.ts'
import { viewRun } from '#shop/ai/ai-tools/server/service.ts'
import { blocksOfText, textOfBlocks } from '../rules/block-text.ts'
import {
  type AiDocument,
  type DocumentChange,
  type DocumentFormat,
  type DocumentLine,
  documentLimits,
} from '../rules/contract.ts'
import {
  type DocumentRow,
  documentRows,
  findDocument,
  insertDocument,
  lockedCount,
  moveDocument,
  writeDocument,
} from './queries.ts'

/**
 * Keeps the result of a run as a document.
 * @throws ProductError unauthorized; not_found; gone (the result is no longer there); invalid_input (too many documents)
 */
export async function createDocument(context: Context, runId: number): Promise<AiDocument> {
  const owner = ownerInWorld(context)
  const { tool, language, blocks } = await viewRun(context, runId)
  if (blocks === undefined) throw new ProductError('gone')
  const heading = blocks.find((block) => block.type === 'heading')
  const title =
    heading?.type === 'heading' ? heading.text : translator(context.world)(`ai-tools:tools.${tool.id}.name`)
  return await transaction(context.db, async (tx) => {
    if ((await lockedCount(tx, owner)) >= documentLimits.perMember)
      throw new ProductError('invalid_input', { fields: { run_id: 'too_long' } })
    const row = await insertDocument(tx, owner, {
      ...{ tool: tool.id, language, title: titleOf(title), text: textOfBlocks(blocks) },
    })
    return view(row)
  })
}

/** The member's documents of this world, newest first. @throws ProductError unauthorized */
export async function listDocuments(context: Context, isDeleted = false): Promise<DocumentLine[]> {
  const rows = await documentRows(context.db, ownerInWorld(context), {
    isDeleted,
    most: documentLimits.perMember,
  })
  return rows.map(({ id, title, updated_at }) => ({ id, title, updatedAt: updated_at.toISOString() }))
}

/** @throws ProductError unauthorized; not_found */
export async function viewDocument(context: Context, id: number): Promise<AiDocument> {
  const row = await findDocument(context.db, ownerInWorld(context), id)
  if (row === undefined) throw new ProductError('not_found')
  return view(row)
}

/** @throws ProductError unauthorized; not_found; conflict (another version is there); invalid_input (no title) */
export async function changeDocument(
  context: Context,
  id: number,
  { title: typed, text, version }: DocumentChange,
): Promise<AiDocument> {
  const owner = ownerInWorld(context)
  const title = titleOf(typed)
  if (title === '') throw new ProductError('invalid_input', { fields: { title: 'required' } })
  const row = await writeDocument(context.db, owner, { id, title, text: cleanText(text), version })
  if (row !== undefined) return view(row)
  await viewDocument(context, id)
  throw new ProductError('conflict')
}

/** Into the trash, where it can be brought back for some days. Twice is no mistake. @throws ProductError not_found */
export async function deleteDocument(context: Context, id: number): Promise<void> {
  if (!(await moveDocument(context.db, ownerInWorld(context), id, true))) throw new ProductError('not_found')
}

/** @throws ProductError not_found; invalid_input (too many by now) */
export async function restoreDocument(context: Context, id: number): Promise<void> {
  const owner = ownerInWorld(context)
  await transaction(context.db, async (tx) => {
    if ((await lockedCount(tx, owner)) >= documentLimits.perMember)
      throw new ProductError('invalid_input', { fields: { id: 'too_long' } })
    if (!(await moveDocument(tx, owner, id, false))) throw new ProductError('not_found')
  })
}

/** A document as a file. @throws ProductError not_found */
export async function documentFile(
  context: Context,
  id: number,
  format: DocumentFormat,
): Promise<{ name: string; type: string; body: Buffer }> {
  const { title, text, language } = await viewDocument(context, id)
  const name = `${
    title
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .slice(0, 80) || 'document'
  }.${format}`
  if (format === 'md')
    return { name, type: 'text/markdown; charset=utf-8', body: Buffer.from(`# ${title}\n\n${text}\n`) }
  const world = liveWorldOr(language, context.world)
  const html = blocksHtml(blocksOfText(text), { solution: translator(world)('ai-tools:result.solution') })
  const page = `<!doctype html><html lang="${worldOf(world).lang}"><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${fileStyle}</style><h1>${escapeHtml(title)}</h1>${html}</html>`
  return { name, type: 'text/html; charset=utf-8', body: Buffer.from(page) }
}

const fileStyle =
  'body{font:1rem/1.5 sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse}td,th{border:1px solid #777;padding:.3em .5em;text-align:start;vertical-align:top}.ai-grid td{width:1.9em;height:1.9em;padding:0;text-align:center}.ai-grid .ai-grid__none{border:0}.ai-line{height:2.2em;border-bottom:1px solid #777}.ai-options{list-style:"☐  "}.hide-visually{display:none}.ai-solution,.ai-break{break-before:page}'

const titleOf = (text: string) => truncate(cleanLine(text), documentLimits.title).trim()

function view({ id, title, text, language, version, updated_at }: DocumentRow): AiDocument {
  return { id, title, text, language, version, updatedAt: updated_at.toISOString() }
}
