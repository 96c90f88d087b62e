import { z } from 'zod'
import { isDrawing } from '#exercises/formats/incoming/import-files.ts'
import type { ImportLine, ImportRefusal } from '#exercises/formats/incoming/import-report.ts'
import type { Imported, Said } from '#exercises/formats/incoming/imported.ts'
import { type AssetSource, unknownSource, wholeUnit } from '#exercises/model/media/asset-sources.ts'
import type { ThingNames } from '#exercises/model/task/element-type.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import type { UnitMetadata } from '#exercises/model/text/unit-metadata.ts'
import type { Context } from '#platform/context/context.ts'
import { errors, isProductError, ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import type { RequestFacts } from '#platform/http/access/action.ts'
import type { Parts } from '#platform/http/form/parts.ts'
import { storedParts } from '#platform/http/form/sent-parts.ts'
import { translator } from '#platform/i18n/translate.ts'
import { liveWorlds, worldOf } from '#platform/routing/worlds.ts'
import { unitLimits } from '#platform/rules/exercise-limits.ts'
import { contentLanguages } from '#platform/rules/search-attributes.ts'
import { storeContent } from '../assets/assets.ts'
import { unitOf } from '../editing/editing.ts'
import { createUnit, ownUnit } from '../own-units.ts'
import { termsCalled } from '../sale/terms.ts'
import { readApart } from './import-thread.ts'
import { unpackedStream } from './package-entries.ts'

export const importParts = {
  fields: z.object({}),
  files: {
    file: {
      description:
        'A file of tasks: GIFT, Aiken, Moodle XML, QTI, XLSX, CSV or H5P, known by its ending and what it holds.',
      types: [
        ...['text/plain', 'text/csv', 'text/tab-separated-values', 'application/xml', 'application/zip'],
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      ],
      maxBytes: unitLimits.importBytes,
      takesCut: true,
    },
  },
} satisfies Parts
const receiveImport = storedParts(importParts)

/** A unit was made of a file, or of a part of it. */
export interface ImportedUnit {
  id: number
  report: ImportLine[]
  sources: AssetSource[]
}
/** Why nothing was made of a file, and what is known of each thing in it. */
export interface RefusedImport {
  refusal: ImportRefusal
  report: ImportLine[]
}
export type ImportResult = ImportedUnit | RefusedImport

/**
 * Makes a unit of a file that was sent. A refusal is a value: the page shows its report, the API throws it (`unitImported`).
 * @throws ProductError unauthorized; import_running (another file of the member is being read); busy; invalid_input (no file);
 * storage_quota; as storedParts
 */
export async function importFile(
  context: Context,
  request: Pick<RequestFacts, 'headers' | 'body'>,
): Promise<ImportResult> {
  const { accountId } = requireMember(context)
  const { importing } = context.unitImports
  if (importing.has(accountId)) throw new ProductError('import_running', { retryAfterSeconds: 10 })
  importing.add(accountId)
  try {
    return await importOne(context, request)
  } finally {
    importing.delete(accountId)
  }
}

async function importOne(
  context: Context,
  request: Pick<RequestFacts, 'headers' | 'body'>,
): Promise<ImportResult> {
  return await receiveImport(context, request, async ({ files: [{ fileName, key, isCut }] }) =>
    isCut ? refused('too_large') : await readArrived(context, { name: fileName, key }),
  )
}

async function readArrived(
  context: Context,
  { name, key }: { name: string; key: string },
): Promise<ImportResult> {
  const { path, cleanup } = await context.storage.localPath(key)
  try {
    if (await context.viruses.scan(path)) return refused('has_virus')
    const found = await readApart(context, { name, path, language: worldOf(context.world).lang })
    if (typeof found === 'string') return refused(found)
    if (found.pages.length === 0) return refused('no_content', found.report)
    const { pages, report } = await withFiles(context, path, found)
    const sources = found.source ? [{ ...found.source, asset: wholeUnit }] : []
    const about = aboutOfFile(context, found.said)
    const content = { ...unitOf({ ...found, pages: withNames(context, pages, about) }), ...about }
    const { id } = await createUnit(context, content, sources)
    const stored = (await ownUnit(context, id)).content
    return { id, report, sources: stored.sources ?? [] }
  } finally {
    await cleanup()
  }
}

function refused(refusal: ImportRefusal, report: ImportLine[] = []): RefusedImport {
  return { refusal, report }
}

/** What a call of the API gets. @throws ProductError import_refused with the reason and the report */
export function unitImported(result: ImportResult): ImportedUnit {
  if (!('refusal' in result)) return result
  const { refusal, report } = result
  throw new ProductError('import_refused', { facts: { refusal, report } })
}

/** The pages with names, in the language of the unit, for things the file gives none. */
function withNames(
  { world }: Context,
  pages: Imported['pages'],
  { language }: UnitMetadata,
): Imported['pages'] {
  const spoken = liveWorlds().find(({ lang }) => lang === language)?.world ?? world
  const t = translator(spoken)
  const say: ThingNames = (thing, number) => t(`new-interactive:editor.${thing}Number`, { number })
  return pages.map((page) => ({
    ...page,
    elements: page.elements.map((element) => {
      const data = typeOf(element.type)?.named?.(element.data, say)
      return data === undefined ? element : { ...element, data }
    }),
  }))
}

/** For what it is, as far as the file says so in the words of the world. */
function aboutOfFile(context: Context, said: Said | undefined): UnitMetadata {
  const { words = [], language = '' } = said ?? {}
  const code = contentLanguages.find((each) => each === language.slice(0, 2).toLowerCase())
  return { ...termsCalled(context, words), language: code ?? '' }
}

const endings = {
  picture: /\.webp$/,
  video: /\.(mp4|webm)$/,
  sound: /\.(mp3|ogg|wav|m4a|mp4|webm)$/,
} as const
const reasons = { picture: 'pictures', video: 'media', sound: 'sound' } as const

/** What belongs to a task and is no picture or recording belongs to it no more. */
function withoutLost(pages: Imported['pages']): Imported['pages'] {
  return pages.map((page) => ({
    ...page,
    elements: page.elements.map(({ media, ...element }) =>
      media && media.asset !== '' ? { ...element, media } : element,
    ),
  }))
}

/** The pages with the names their files have in the storage; what is no picture, video or recording is left out, and said to be; so is a drawing that became a picture. */
async function withFiles(
  context: Context,
  path: string,
  { pages, files, report }: Imported,
): Promise<Pick<Imported, 'pages' | 'report'>> {
  const { accountId } = requireMember(context)
  let text = JSON.stringify(pages)
  const lines: ImportLine[] = []
  for (const { key, name, kind, content, source = unknownSource } of files) {
    const bytes = content instanceof Uint8Array ? Buffer.from(content) : unpackedStream(path, content)
    const sent = { bytes, source, isDrawing: kind === 'picture' && isDrawing(name) }
    const stored = await storeContent(context, accountId, sent).catch((error: unknown) => {
      if (!isProductError(error) || errors[error.code] >= 500) throw error
      return undefined
    })
    const isShown = stored !== undefined && endings[kind].test(stored)
    text = text.replaceAll(key, isShown ? stored : '')
    if (!isShown) lines.push({ name, outcome: 'skipped', reason: reasons[kind] })
    else if (sent.isDrawing) lines.push({ name, outcome: 'simplified', reason: 'drawing' })
  }
  return { pages: withoutLost(JSON.parse(text)), report: [...report, ...lines] }
}
