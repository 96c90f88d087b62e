import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { formatAmount } from '#platform/i18n/prices.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import type { FacetKind } from '#platform/rules/contract/search.ts'
import { readId } from '#platform/rules/contract/world.ts'
import { readCsv, unmarked, writeCsv } from '#platform/rules/files/csv.ts'
import {
  type BulkResult,
  type ImportResult,
  maxImportLines,
} from '#shop/selling/materials/rules/bulk-contract.ts'
import {
  type FieldInput,
  fieldsOf,
  type MaterialRow,
  ownMaterial,
  parsePrice,
  readFields,
  typedOver,
  updateMaterial,
  writeDraft,
} from '#shop/selling/materials/server/service.ts'
import type { MaterialFields } from '#shop/selling/materials/server/types.ts'
import { reasonOf } from './changing.ts'
import { listingRows } from './queries.ts'

/** The columns of a table of listings: their names are the same in all worlds, so that every table can be read everywhere. */
const columns = [
  ...['id', 'status', 'title', 'description', 'price', 'sale_price', 'subjects', 'grades', 'school_types'],
  ...[
    'learning_years',
    'material_type',
    'language',
    'keywords',
    'lesson_minutes',
    'own_work',
    'image_sources',
    'ai_use',
  ],
] as const
const mostListings = 10_000
const listingsAtOnce = 500
const between = ' | '

/** All listings of the author as a table that can be changed and brought back. */
export async function exportListings(context: Context): Promise<{ name: string; csv: Buffer }> {
  const { accountId: authorId } = requireMember(context)
  const { db, world } = context
  const lines: string[][] = []
  let beforeId = Number.MAX_SAFE_INTEGER
  // Some at a time: others are answered between the pages.
  while (lines.length < mostListings) {
    const rows = await listingRows(db, { world, authorId, beforeId, limit: listingsAtOnce })
    lines.push(...rows.map((row) => lineOf(context, row)))
    beforeId = rows.at(-1)?.id ?? 0
    if (rows.length < listingsAtOnce) break
  }
  return { name: `${world}-materials.csv`, csv: writeCsv([[...columns], ...lines]) }
}

function lineOf(context: Pick<Context, 'taxonomy' | 'world'>, row: MaterialRow): string[] {
  return [String(row.id), row.status, ...Object.values(cellsOf(context, fieldsOf(row), row.currency))]
}

/** What a listing says in each column behind its id and status. */
function cellsOf(
  { taxonomy, world }: Pick<Context, 'taxonomy' | 'world'>,
  fields: MaterialFields,
  currency: string,
): Record<Exclude<(typeof columns)[number], 'id' | 'status'>, string> {
  const names = (kind: FacetKind, ids: readonly string[]) =>
    ids.map((id) => taxonomy.term(world, kind, id)?.name ?? id).join(between)
  return {
    title: fields.title,
    description: fields.description,
    price: formatAmount(fields.price, currency),
    sale_price: fields.salePrice === null ? '' : formatAmount(fields.salePrice, currency),
    subjects: names('subject', fields.subjects),
    grades: names('class_grade', fields.grades),
    school_types: names('school_type', fields.schoolTypes),
    learning_years: names('learning_years', fields.learningYears),
    material_type: names('material_type', [fields.materialType].filter(Boolean)),
    language: fields.language,
    keywords: fields.keywords.join(between),
    lesson_minutes: fields.lessonMinutes === null ? '' : String(fields.lessonMinutes),
    own_work: fields.isOwnWork ? 'yes' : '',
    image_sources: fields.imageSources,
    ai_use: fields.aiUse ?? '',
  }
}

/**
 * Brings a table back: lines with the id of an own listing change it, lines without make a draft that still needs its files. A column
 * that is not there changes nothing. @throws ProductError invalid_input for what is no such table
 */
export async function importListings(context: Context, text: string): Promise<BulkResult> {
  const result: BulkResult = { done: [], skipped: [] }
  await eachLine(context, text, result, async (id, input) => {
    result.done.push(await bringBack(context, id, input))
  })
  return result
}

/**
 * What bringing the same table back would change, line by line, old and new: a table in a wrong encoding or with moved columns is
 * seen before it overwrites anything. Changes nothing. @throws ProductError as importListings
 */
export async function planImport(context: Context, text: string): Promise<ImportResult> {
  const result: BulkResult = { done: [], skipped: [] }
  const planned: NonNullable<ImportResult['planned']> = []
  await eachLine(context, text, result, async (id, input, line) => {
    const own = id === undefined ? undefined : await ownMaterial(context, id)
    const typed = own ? typedOver(own.fields, input) : asNew(input)
    const { fields, problems } = readFields(context, typed)
    if (fields.title === '') problems.title = 'required'
    if (Object.keys(problems).length > 0) throw new ProductError('invalid_input', { fields: problems })
    const { currency } = worldOf(context.world)
    const before = own && cellsOf(context, own.fields, own.currency)
    const after = cellsOf(context, fields, own?.currency ?? currency)
    const changes = (Object.keys(after) as (keyof typeof after)[])
      .map((column) => ({ column, from: before?.[column] ?? '', to: after[column] }))
      .filter(({ from, to }) => from !== to)
    planned.push({
      id: id ?? null,
      line,
      title: own?.title ?? fields.title,
      isNew: own === undefined,
      changes,
    })
  })
  return { ...result, planned, table: text }
}

/** Goes through the lines of a table; what is wrong with one stands among the skipped. */
async function eachLine(
  context: Context,
  text: string,
  { skipped }: Pick<BulkResult, 'skipped'>,
  act: (id: number | undefined, input: FieldInput, line: number) => Promise<void>,
): Promise<void> {
  requireMember(context)
  const [head, ...rows] = readCsv(text, ';')
  const names = head?.cells.map((each) => each.trim().toLowerCase()) ?? []
  if (!names.includes('title') && !names.includes('id'))
    throw new ProductError('invalid_input', { fields: { file: 'invalid' } })
  if (rows.length === 0) throw new ProductError('invalid_input', { fields: { file: 'required' } })
  if (rows.length > maxImportLines) throw new ProductError('invalid_input', { fields: { file: 'too_long' } })
  for (const { line, cells } of rows) {
    const cell = (name: string) => {
      const at = names.indexOf(name)
      return at < 0 ? undefined : unmarked(cells[at] ?? '').trim()
    }
    const title = cell('title') ?? ''
    const typedId = cell('id') ?? ''
    const id = typedId === '' ? undefined : readId(typedId)
    try {
      if (typedId !== '' && id === undefined) throw new ProductError('not_found')
      await act(id, inputOf(context, cell), line)
    } catch (error) {
      skipped.push({ id: id ?? null, line, title, ...reasonOf(error) })
    }
  }
}

/** A line without an id is a draft, which costs nothing until it says a price. */
function asNew(input: FieldInput): FieldInput {
  return { price: 0, isPriceSaid: input.price !== undefined, ...input }
}

async function bringBack(
  context: Context,
  id: number | undefined,
  input: FieldInput,
): Promise<BulkResult['done'][number]> {
  if (id !== undefined) {
    await updateMaterial(context, id, { input })
    return { id, title: (await ownMaterial(context, id)).title, isNew: false }
  }
  const { fields, problems } = readFields(context, asNew(input))
  if (fields.title === '') problems.title = 'required'
  if (Object.keys(problems).length > 0) throw new ProductError('invalid_input', { fields: problems })
  const { accountId: authorId } = requireMember(context)
  const { world } = context
  const draft = { world, authorId, fields, files: [] }
  const newId = await transaction(context.db, (tx) => writeDraft(tx, draft))
  return { id: newId, title: fields.title, isNew: true }
}

/** What a line says of a listing; an empty cell empties what may be empty. */
function inputOf(context: Context, cell: (name: string) => string | undefined): FieldInput {
  const list = (text: string) =>
    text
      .split('|')
      .map((each) => each.trim())
      .filter(Boolean)
  const terms = (name: string, kind: FacetKind) => {
    const text = cell(name)
    return text === undefined ? undefined : list(text).map((each) => termIdOf(context, kind, each))
  }
  const price = cell('price')
  const sale = cell('sale_price')
  const keywords = cell('keywords')
  const minutes = cell('lesson_minutes')
  const ownWork = cell('own_work')
  const aiUse = cell('ai_use')
  const input: FieldInput = {
    title: cell('title'),
    description: cell('description'),
    subjects: terms('subjects', 'subject'),
    grades: terms('grades', 'class_grade'),
    schoolTypes: terms('school_types', 'school_type'),
    learningYears: terms('learning_years', 'learning_years'),
    materialType: terms('material_type', 'material_type')?.[0],
    language: cell('language') || undefined,
    keywords: keywords === undefined ? undefined : list(keywords.replaceAll(',', '|')),
    price: price ? parsePrice(price) : undefined,
    salePrice: sale === undefined ? undefined : sale === '' ? null : parsePrice(sale),
    isOwnWork: ownWork === undefined ? undefined : ownWork.toLowerCase() === 'yes',
    imageSources: cell('image_sources'),
    // What is none of them is refused with the field's name.
    aiUse: aiUse === undefined ? undefined : ((aiUse.toLowerCase() || null) as FieldInput['aiUse']),
    lessonMinutes: minutes === undefined ? undefined : minutes === '' ? null : Number(minutes),
  }
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

/** By its name in the world's language, or its id; what is neither stays and is refused as unknown. */
function termIdOf({ taxonomy, world }: Context, kind: FacetKind, typed: string): string {
  const folded = typed.toLocaleLowerCase()
  return taxonomy.terms(world, kind).find(({ name }) => name.toLocaleLowerCase() === folded)?.id ?? typed
}
