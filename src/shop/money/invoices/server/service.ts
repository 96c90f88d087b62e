import type { Context, Deps } from '#platform/context/context.ts'
import { decodeCursor, encodeCursor } from '#platform/db/paging.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { type TaxDocument, type TaxDocumentKind, taxDocumentContentSchema } from '../rules/contract.ts'
import { crossIndustryInvoice, hasXml } from './cross-industry.ts'
import { drawDocument, penOf } from './invoice-pdf.ts'
import { isOwnDocument } from './policy.ts'
import {
  type DocumentRow,
  documentRows,
  documentsOf,
  findDocument,
  type WholeDocumentRow,
} from './queries.ts'

export { issueInvoice } from './issue.ts'
export { ossReport, quarterSchema } from './oss.ts'
export { issueReceipt } from './receipt.ts'

const pageSize = 50

/** Documents a member receives as a buyer and as an author. */
const kindsOf = {
  buyer: ['invoice', 'cancellation', 'receipt'],
  author: ['self-billing'],
} as const satisfies Record<string, readonly TaxDocumentKind[]>
export type DocumentSide = keyof typeof kindsOf

interface DocumentFile {
  name: string
  type: string
  bytes: Buffer
}

export interface DocumentsPage {
  documents: TaxDocument[]
  /** Value of `?after=` for the next page. */
  nextCursor: string | null
}

/** The member's own documents in this world, the newest first; with `reference`, those of that order of theirs. */
export async function ownDocuments(
  context: Context,
  {
    after,
    reference,
    side = 'buyer',
  }: { after?: string | undefined; reference?: string | undefined; side?: DocumentSide } = {},
): Promise<DocumentsPage> {
  const { accountId } = requireMember(context)
  const key = after === undefined ? undefined : decodeCursor('invoices', ['number'], after)
  const rows = await documentRows(context.db, context.world, {
    accountId,
    reference: reference ?? null,
    before: key === undefined ? null : Number(key[0]),
    limit: pageSize + 1,
    kinds: kindsOf[side],
  })
  // Whoever sees the list asks for a paper next: the first one need not wait for what draws it.
  if (rows.length > 0) void penOf().catch((error: unknown) => context.log.warn({ err: error }, 'no pen'))
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  return {
    documents: shown.map((row) => toDocument(context, row)),
    nextCursor: last ? encodeCursor('invoices', [last.id]) : null,
  }
}

/** One's own document. @throws ProductError not_found, for anybody else's, too */
export async function ownDocument(context: Context, id: number): Promise<WholeDocumentRow> {
  const member = requireMember(context)
  const row = await findDocument(context.db, context.world, id)
  if (row === undefined || !isOwnDocument(member, row)) throw new ProductError('not_found')
  return row
}

/** The e-invoice of a document of one's own (EN 16931 as XRechnung). @throws ProductError not_found where there is none */
export async function documentXml(context: Context, id: number): Promise<DocumentFile> {
  const row = await ownDocument(context, id)
  const content = taxDocumentContentSchema.parse(row.content)
  if (!hasXml(row.kind, content)) throw new ProductError('not_found')
  const { kind, number, issued_at: issuedAt } = row
  const timeZone = context.env.booksTimeZone
  const facts = { world: context.world, kind, number, issuedAt, timeZone, content }
  // XRechnung asks for the supplier's telephone, which we do not know of authors.
  const isOurs = row.kind !== 'self-billing'
  const xml = crossIndustryInvoice(
    facts,
    isOurs ? { xrechnung: { phone: context.env.company.phone } } : 'factur-x',
  )
  return { name: `${number}.xml`, type: 'application/xml', bytes: Buffer.from(xml) }
}

/**
 * The PDF of a document of one's own. Drawn when it is first asked for and kept from then on, so that it stays the same
 * paper whatever becomes of the drawing. @throws ProductError not_found, for anybody else's, too
 */
export async function documentFile(context: Context, id: number): Promise<DocumentFile> {
  return await paperOf(context, context.world, await ownDocument(context, id))
}

/** The papers of an account in all worlds, one after the other; undefined for one that cannot be drawn. */
export async function* papersOf(
  deps: Deps,
  accountId: number,
): AsyncGenerator<{ number: string; file: DocumentFile | undefined }> {
  for (const { world, id, number } of await documentsOf(deps.db, accountId)) {
    const row = await findDocument(deps.db, world, id)
    if (row === undefined) continue
    const file = await paperOf(deps, world as LiveWorldCode, row).catch((error: unknown) => {
      deps.log.error({ err: error, world, id }, 'document not drawn')
      return undefined
    })
    yield { number, file }
  }
}

async function paperOf(
  { storage, log, env }: Pick<Deps, 'storage' | 'log' | 'env'>,
  world: LiveWorldCode,
  row: WholeDocumentRow,
): Promise<DocumentFile> {
  const name = `${row.number}.pdf`
  const type = 'application/pdf'
  const key = `tax-document/${world}/${row.id}.pdf`
  if ((await storage.size(key)) !== undefined) return { name, type, bytes: await storage.readBuffer(key) }
  const content = taxDocumentContentSchema.parse(row.content)
  const pdf = await drawDocument({
    world,
    kind: row.kind,
    number: row.number,
    issuedAt: row.issued_at,
    timeZone: env.booksTimeZone,
    content,
  })
  // Without room on the disk the buyer still gets the paper; the next one draws it again.
  await storage.put(key, pdf).catch((error: unknown) => log.warn({ err: error, key }, 'document not kept'))
  return { name, type, bytes: pdf }
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
    xml: hasXml(row.kind, row.parties) ? `/api/v1/invoices/${row.id}/file?world=${world}&format=xml` : null,
    isCurrent: row.is_current,
  }
}
