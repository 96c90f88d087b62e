import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Deps } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { isProductError } from '#platform/errors.ts'
import { cleaningBatch, downloadLinkSeconds } from '#platform/limits.ts'
import { deleteFilesJob } from '../jobs.ts'
import { markCleaned, type UncleanedFile, uncleanedFiles } from './cleaning-queries.ts'
import { fileKey } from './file-names.ts'
import { fileRules } from './file-types.ts'

/**
 * The job `clean_files`: files that were stored before today's cleaning came are cleaned as new ones are, a few at a time
 * until none is left. Each is noted by itself, so a run that was cut off is gone on with, and a second one does nothing.
 */
export async function cleanFiles(deps: Deps, most = cleaningBatch): Promise<void> {
  const files = await uncleanedFiles(deps.db, most)
  for (const file of files) await cleanOne(deps, file)
  if (files.length > 0) deps.log.info({ files: files.length }, 'stored files were cleaned again')
}

async function cleanOne(deps: Deps, file: UncleanedFile): Promise<void> {
  const ending = extname(file.name).slice(1).toLowerCase()
  const rule = fileRules.get(ending)
  const source = rule && (await localCopy(deps, file))
  if (rule === undefined || source === undefined) {
    await markCleaned(deps.db, file, undefined, undefined)
    return
  }
  const target = join(tmpdir(), `clean-${randomUUID()}`)
  try {
    const task = { source: source.path, kind: rule.kind, ending, sniffed: rule.sniffed, target }
    const size = (await deps.storage.size(file.storage_key)) ?? 0
    const found = await deps.documents.examine(task, 'clean_files', size)
    const about = { world: file.world, fileId: file.id, kind: file.kind }
    if (found.state === 'refused')
      deps.log.warn({ ...about, code: found.code }, 'a stored file cannot be cleaned and stays as it is')
    const isCleaned = found.state === 'ok' && found.isCleaned
    await swap(deps, file, {
      path: isCleaned ? target : undefined,
      left: found.state === 'ok' ? found.left : undefined,
    })
  } finally {
    await source.cleanup()
    await rm(target, { force: true })
  }
}

/** Undefined for what is not there any more: nothing is to be cleaned. */
async function localCopy(deps: Deps, file: UncleanedFile) {
  try {
    return await deps.storage.localPath(file.storage_key)
  } catch (error) {
    if (!isProductError(error) || error.code !== 'not_found') throw error
    deps.log.warn({ world: file.world, fileId: file.id }, 'a stored file is not there')
    return undefined
  }
}

async function swap(
  { db, storage, queue }: Deps,
  file: UncleanedFile,
  { path, left }: { path: string | undefined; left: Parameters<typeof markCleaned>[3] },
): Promise<void> {
  const stored = path === undefined ? undefined : await storage.put(newKey(file), createReadStream(path))
  const isOurs = await transaction(db, async (tx) => {
    const isNoted = await markCleaned(tx, file, stored, left)
    // Whoever is downloading it reads it to its end.
    if (isNoted && stored)
      await queue.send(
        tx,
        deleteFilesJob,
        { keys: [file.storage_key] },
        { delaySeconds: downloadLinkSeconds },
      )
    return isNoted
  })
  if (!isOurs && stored) await storage.delete(stored.key)
}

function newKey({ kind, name }: UncleanedFile): string {
  const id = randomUUID()
  return kind === 'stamped' ? `stamped/${id.slice(0, 2)}/${id}.pdf` : fileKey(name)
}
