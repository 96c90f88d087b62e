import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Selectable } from 'kysely'
import type { Deps } from '#platform/context/context.ts'
import type { Database } from '#platform/db/schema.ts'
import { ProductError } from '#platform/errors.ts'
import type { FileKind, RenderedDocument, WantedPages } from '#platform/gateways/documents/documents.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import { exerciseCover } from '../covers/exercise-cover.ts'
import { fileRules } from '../files/file-types.ts'
import { endingOf } from '../publishing/ending.ts'
import { coverOfUnit } from '../publishing/interactive.ts'
import type { MaterialRow } from '../queries.ts'
import type { MaterialFields } from '../types.ts'
import { coverSheet } from './cover-sheet.ts'

type FileRow = Selectable<Database['material_file']>

interface Wanted {
  cover: boolean
  previews: WantedPages | null
}

/** What shows most of a material comes first. */
const best: readonly FileKind[] = ['pdf', 'image', 'office', 'video', 'audio', 'zip']

/**
 * Draws the file of a material that shows most of it: a PDF page by page, a picture as it is, an Office file by the
 * program that is installed for it or else as a sheet with the beginning of its text. Of recordings and archives there
 * is a cover with their names, of an exercise alone its own picture, or a cover drawn for its topic. Undefined where there is nothing.
 * @throws ProductError pdf_invalid
 */
export async function drawFiles(
  deps: Deps,
  row: MaterialRow,
  files: readonly FileRow[],
  wanted: Wanted,
): Promise<RenderedDocument | undefined> {
  const first = drawnFile(files)
  const owner = String(row.author_id)
  if (first === undefined) {
    if (row.interactive_id === null) return undefined
    const own = await drawUnitCover(deps, row, wanted)
    if (own) return own
    const sheet = await exerciseCover({
      ...{ world: row.world as LiveWorld, title: row.title, subjects: row.subjects },
      authorId: row.author_id,
    })
    return await deps.documents.render(sheet, { owner, cover: wanted.cover, previews: null })
  }
  const { path, cleanup } = await deps.storage.localPath(first.file.storage_key)
  try {
    if (first.kind === 'pdf' || first.kind === 'image')
      return await deps.documents.render(path, { ...wanted, owner, kind: first.kind })
    if (first.kind === 'office') return await drawOffice(deps, row, { path, file: first.file, files }, wanted)
    const sheet = await coverSheet({ title: row.title, files: names(files), text: '' })
    return await deps.documents.render(sheet, { owner, cover: wanted.cover, previews: null })
  } finally {
    await cleanup()
  }
}

/** The picture its author put above an exercise; undefined: there is none, or it cannot be drawn. */
async function drawUnitCover(
  { db, storage, documents, log }: Deps,
  row: MaterialRow,
  { cover }: Wanted,
): Promise<RenderedDocument | undefined> {
  const asset = await coverOfUnit(db, { world: row.world, unitId: Number(row.interactive_id) })
  if (asset === undefined || (await storage.size(asset)) === undefined) return undefined
  const { path, cleanup } = await storage.localPath(asset)
  try {
    return await documents.render(path, {
      owner: String(row.author_id),
      cover,
      previews: null,
      kind: 'image',
    })
  } catch (error) {
    if (!(error instanceof ProductError) || error.code === 'busy') throw error
    log.warn({ err: error, materialId: row.id }, 'the picture of an exercise could not be drawn')
    return undefined
  } finally {
    await cleanup()
  }
}

/** The file whose pages are shown. */
function drawnFile<F extends { name: string }>(files: readonly F[]): { file: F; kind: FileKind } | undefined {
  const kinds = files.map((file) => ({ file, kind: kindOf(file.name) }))
  return kinds.toSorted((one, other) => best.indexOf(one.kind) - best.indexOf(other.kind))[0]
}

/** The choice of preview pages belongs to one file; a repaired file has the same number of pages. */
export function withoutOldAlts(
  fields: MaterialFields,
  files: Record<'before' | 'now', readonly FileRow[]>,
): MaterialFields {
  const [then, now] = [drawnFile(files.before)?.file, drawnFile(files.now)?.file]
  const isMended = then?.page_count != null && then.page_count === now?.page_count
  return then?.id === now?.id || isMended ? fields : { ...fields, pageAlts: [] }
}

/** Other pages are to be shown, or are said to be solutions. */
export function hasOtherPages(before: MaterialFields, after: MaterialFields): boolean {
  const of = ({ previewPages, solutionPages }: MaterialFields) =>
    JSON.stringify([previewPages, solutionPages])
  return of(before) !== of(after)
}

async function drawOffice(
  deps: Deps,
  row: MaterialRow,
  { path, file, files }: { path: string; file: FileRow; files: readonly FileRow[] },
  wanted: Wanted,
): Promise<RenderedDocument> {
  const owner = String(row.author_id)
  const converted = await deps.officeConverter?.convert(path, endingOf(file.name)).catch((error: unknown) => {
    deps.log.warn({ err: error, materialId: row.id }, 'an Office file could not be converted')
    return undefined
  })
  if (converted !== undefined) return await deps.documents.render(converted, { ...wanted, owner })
  const text = await textOf(deps, { path, file, owner })
  const sheet = await coverSheet({ title: row.title, files: names(files), text })
  return await deps.documents.render(sheet, {
    ...{ owner, cover: wanted.cover },
    // The pages an author chose are pages of a PDF.
    previews: wanted.previews && { ...wanted.previews, choice: { shown: null, solutions: [] } },
  })
}

async function textOf(
  { documents }: Deps,
  { path, file, owner }: { path: string; file: FileRow; owner: string },
): Promise<string> {
  const ending = endingOf(file.name)
  const target = join(tmpdir(), `text-${randomUUID()}`)
  const sniffed = fileRules.get(ending)?.sniffed ?? []
  const task = { source: path, kind: 'office', ending, sniffed, target } as const
  const found = await documents.examine(task, owner, file.size_bytes)
  await rm(target, { force: true })
  return found.state === 'ok' ? found.text : ''
}

function names(files: readonly FileRow[]): string[] {
  return files.filter(({ type }) => type !== 'cover').map(({ name }) => name)
}

function kindOf(name: string): FileKind {
  return fileRules.get(endingOf(name))?.kind ?? 'zip'
}
