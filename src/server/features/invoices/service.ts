import { type TaxDocument, taxDocumentContentSchema } from '#shared/contract/tax-document.ts'
import { ProductError } from '#shared/errors.ts'
import type { Context } from '../../context.ts'
import { decodeCursor, encodeCursor } from '../../db/paging.ts'
import { requireMember } from '../../http/access.ts'
import { drawDocument } from './paper.ts'
import { isOwnDocument } from './policy.ts'
import { type DocumentRow, documentRows, findDocument } from './queries.ts'

export { issueInvoice } from './issue.ts'

const pageSize = 50

export interface DocumentsPage {
  documents: TaxDocument[]
  /** Value of `?after=` for the next page. */
  nextCursor: string | null
}

/** The member's own documents in this world, the newest first; with `reference`, those of that order of theirs. */
export async function ownDocuments(
  context: Context,
  { after, reference }: { after?: string | undefined; reference?: string | undefined } = {},
): Promise<DocumentsPage> {
  const { accountId } = requireMember(context)
  const key = after === undefined ? undefined : decodeCursor('invoices', ['number'], after)
  const rows = await documentRows(context.db, context.world, {
    accountId,
    reference: reference ?? null,
    before: key === undefined ? null : Number(key[0]),
    limit: pageSize + 1,
  })
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  return {
    documents: shown.map((row) => toDocument(context, row)),
    nextCursor: last ? encodeCursor('invoices', [last.id]) : null,
  }
}

/**
 * The PDF of a document of one's own. Drawn when it is first asked for and kept from then on, so that it stays the same
 * paper whatever becomes of the drawing. @throws ProductError not_found, for anybody else's, too
 */
export async function documentFile(context: Context, id: number): Promise<{ name: string; pdf: Buffer }> {
  const member = requireMember(context)
  const { db, world, storage, log } = context
  const row = await findDocument(db, world, id)
  if (row === undefined || !isOwnDocument(member, row)) throw new ProductError('not_found')
  const name = `${row.number}.pdf`
  const key = `tax-document/${world}/${id}.pdf`
  if ((await storage.size(key)) !== undefined) return { name, pdf: await storage.readBuffer(key) }
  const content = taxDocumentContentSchema.parse(row.content)
  const pdf = await drawDocument({
    world,
    kind: row.kind,
    number: row.number,
    issuedAt: row.issued_at,
    content,
  })
  // Without room on the disk the buyer still gets the paper; the next one draws it again.
  await storage.put(key, pdf).catch((error: unknown) => log.warn({ err: error, key }, 'document not kept'))
  return { name, pdf }
}

function toDocument({ world }: Pick<Context, 'world'>, row: DocumentRow): TaxDocument {
  return {
    id: row.id,
    kind: row.kind,
    isPartial: row.is_partial,
    number: row.number,
    orderNumber: row.order_number,
    issuedAt: row.issued_at.toISOString(),
    currency: row.currency,
    net: row.net_cents,
    tax: row.tax_cents,
    total: row.gross_cents,
    file: `/api/v1/invoices/${row.id}/file?world=${world}`,
  }
}
