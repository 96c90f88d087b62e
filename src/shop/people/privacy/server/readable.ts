import { isRecord } from '#platform/http/api/api-rows.ts'
import { formatDate } from '#platform/i18n/format.ts'
import { formatPriceWithCode } from '#platform/i18n/prices.ts'
import { translator } from '#platform/i18n/translate.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import type { ExportedRow } from './queries.ts'

/*
 * The copy of one's own data for people (GDPR 12 (1): intelligible; 15 and 20): pages that open anywhere, without scripts
 * or files from elsewhere, in the language of the member's world. Programs read the JSON beside them.
 */

/** Columns that have a name in words; of others the page shows the name they have in the JSON. */
export const namedColumns: ReadonlySet<string> = new Set([
  ...[
    'account_id',
    'author_id',
    'amount_cents',
    'created_at',
    'credit_cents',
    'currency',
    'day',
    'description',
  ],
  ...['downloaded_at', 'email', 'expires_at', 'gross_cents', 'id', 'issued_at', 'items', 'kind', 'language'],
  ...['last_seen_at', 'licence', 'lines', 'material_id', 'material_title', 'name', 'net_cents', 'number'],
  ...['order_id', 'original_price_cents', 'paid_at', 'platform', 'price_cents', 'program', 'public_name'],
  ...[
    'rating',
    'refunds',
    'sales',
    'scopes',
    'share_cents',
    'status',
    'subject',
    'tax_cents',
    'text',
    'title',
  ],
  ...['total_cents', 'updated_at', 'used_at', 'user_agent', 'views', 'voucher_cents', 'world'],
])

export interface ListedFile {
  table: string
  page: string
  json: string
  count: number
}

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1d2a25}
dl{border-top:1px solid #ddd6c7;padding:.75rem 0;margin:0;display:grid;grid-template-columns:minmax(8rem,16rem) 1fr;gap:.25rem 1rem}
dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}dd dl{padding:.25rem 0}
@media(max-width:40rem){dl{grid-template-columns:1fr}}`

function headOf(world: LiveWorldCode, title: string): string {
  return `<!doctype html>
<html lang="${worldOf(world).lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head><body>
<h1>${escapeHtml(title)}</h1>
`
}

const tableTitle = (world: LiveWorldCode, table: string) => translator(world)(`own-data:tables.${table}`)

/** Where the page of a table stands in the copy. */
export function readableName(world: LiveWorldCode, table: string): string {
  const name = tableTitle(world, table)
    .replace(/[^\p{L}\p{N} ()-]+/gu, ' ')
    .trim()
  return `${translator(world)('own-data:folder')}/${name}.html`
}

/** A page of all rows of a table, row by row. */
export async function* readablePage(
  world: LiveWorldCode,
  table: string,
  rows: AsyncIterable<ExportedRow>,
): AsyncGenerator<string> {
  yield headOf(world, tableTitle(world, table))
  for await (const row of rows) yield listOf(world, row)
  yield '</body></html>\n'
}

function listOf(world: LiveWorldCode, row: ExportedRow, currency = row.currency): string {
  const said = Object.entries(row).filter(([, value]) => value !== null && value !== '')
  const lines = said.map(
    ([name, value]) =>
      `<dt>${escapeHtml(columnName(world, name))}</dt><dd>${shownValue(world, name, value, currency)}</dd>`,
  )
  return `<dl>${lines.join('')}</dl>\n`
}

function columnName(world: LiveWorldCode, name: string): string {
  return namedColumns.has(name) ? translator(world)(`own-data:columns.${name}`) : name
}

function shownValue(world: LiveWorldCode, name: string, value: unknown, currency: unknown): string {
  const t = translator(world)
  if (typeof value === 'boolean') return escapeHtml(value ? t('own-data:affirmed') : t('own-data:denied'))
  if (value instanceof Date)
    return `<time datetime="${value.toISOString()}">${escapeHtml(`${formatDate(value, world)}, ${value.toISOString().slice(11, 16)} UTC`)}</time>`
  if (name.endsWith('_cents') && typeof value === 'number' && typeof currency === 'string')
    return escapeHtml(formatPriceWithCode(value, currency))
  if (Array.isArray(value))
    return value
      .map((each) => (isRecord(each) ? listOf(world, each, currency) : escapeHtml(String(each))))
      .join(isRecord(value[0]) ? '' : ', ')
  return escapeHtml(typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value))
}

interface Parts {
  listed: readonly ListedFile[]
  papers: readonly string[]
  /** Numbers of documents whose paper could not be drawn. */
  undrawn: readonly string[]
  others: readonly string[]
}

/** The first page of the copy: what each file is, and why all this is handed out. */
export function indexPage(world: LiveWorldCode, { listed, papers, undrawn, others }: Parts): string {
  const t = translator(world)
  const link = (file: string, words: string) =>
    `<a href="${escapeHtml(file.split('/').map(encodeURIComponent).join('/'))}">${escapeHtml(words)}</a>`
  const section = (heading: string, items: readonly string[]) =>
    items.length === 0
      ? ''
      : `<h2>${escapeHtml(heading)}</h2>\n<ul>${items.map((item) => `<li>${item}</li>`).join('\n')}</ul>\n`
  const tables = listed.map(
    ({ table, page, json, count }) =>
      `${link(page, tableTitle(world, table))} (${escapeHtml(t('own-data:entries', { count }))}, ${link(json, 'JSON')})`,
  )
  const named = (files: readonly string[]) => files.map((file) => link(file, file))
  return `${headOf(world, t('own-data:title'))}<p>${escapeHtml(t('own-data:lead'))}</p>
<p>${escapeHtml(t('own-data:law'))}</p>
<p>${escapeHtml(t('own-data:missing'))}</p>
${section(t('own-data:data'), tables)}${section(t('own-data:papers'), named(papers))}${section(
  t('own-data:undrawn'),
  undrawn.map(escapeHtml),
)}${section(t('own-data:files'), named(others))}</body></html>
`
}
