import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileTypeFromFile } from 'file-type'
import {
  type FileEnding,
  type FileWish,
  fileEndings,
  fileKinds,
  isWished,
} from '#exercises/model/media/pupil-files.ts'
import type { Deps } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { fileRules } from '#shop/selling/materials/server/service.ts'
import { type SoundEnding, withoutTags } from '../import/sound-tags.ts'

type Helpers = Pick<Deps, 'documents' | 'viruses' | 'log'>

/** A beamer shows no more (px). */
const longestSide = 1600

/**
 * A file of a pupil as it is stored: told apart by what it is, a picture drawn anew, recordings and PDFs without what their
 * programs wrote about whoever made them. `owner`: whose turn it is where many send something.
 * @throws ProductError file_empty; file_type_not_allowed; file_infected; file_broken; what the examination refuses it for
 */
export async function cleanedFile(
  helpers: Helpers,
  { path, sizeBytes, owner }: { path: string; sizeBytes: number; owner: string },
  wish: FileWish,
): Promise<{ ending: FileEnding; bytes: Buffer }> {
  if (sizeBytes === 0) throw new ProductError('file_empty')
  const sniffed = (await fileTypeFromFile(path).catch(() => undefined))?.ext ?? ''
  const ending = fileEndings.find((each) => fileRules.get(each)?.sniffed.includes(sniffed)) ?? 'webp'
  if (!isWished(wish, ending)) throw new ProductError('file_type_not_allowed')
  const kind = fileKinds[ending]
  if (kind === 'image') return { ending, bytes: await redrawn(helpers, path, owner) }
  const target = join(tmpdir(), `pupil-${randomUUID()}`)
  try {
    const isCleaned = await examined(helpers, { path, ending, kind, target, sizeBytes, owner })
    const bytes = await readFile(isCleaned ? target : path)
    const cleaned = kind === 'audio' ? withoutTags(bytes, ending as SoundEnding) : bytes
    if (!cleaned) throw new ProductError('file_broken')
    return { ending, bytes: cleaned }
  } finally {
    await rm(target, { force: true })
  }
}

async function redrawn({ documents }: Helpers, path: string, owner: string): Promise<Buffer> {
  const picture = await documents.picture(path, owner, { side: longestSide })
  if (picture === undefined) throw new ProductError('file_type_not_allowed')
  return picture
}

/** @returns whether there is a copy without private data at `target` */
async function examined(
  { documents, viruses, log }: Helpers,
  file: {
    path: string
    ending: FileEnding
    kind: 'pdf' | 'audio'
    target: string
    sizeBytes: number
    owner: string
  },
): Promise<boolean> {
  const { path, ending, kind, target, sizeBytes, owner } = file
  const virus = await viruses.scan(path)
  if (virus !== undefined) {
    log.warn({ virus }, 'a virus was handed in')
    throw new ProductError('file_infected')
  }
  const sniffed = fileRules.get(ending)?.sniffed ?? []
  const found = await documents.examine({ source: path, kind, ending, sniffed, target }, owner, sizeBytes)
  if (found.state === 'refused') throw new ProductError(found.code)
  return found.isCleaned
}
