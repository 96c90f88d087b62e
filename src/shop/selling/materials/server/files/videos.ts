import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context, Deps } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import type { ErrorCode } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { maxVideoBytes } from '#platform/limits.ts'
import { deleteFilesJob } from '../jobs.ts'
import { staleCacheSeconds } from '../previews/previews.ts'
import { endingOf } from '../publishing/ending.ts'
import { type Place, writeVideo } from '../queries.ts'
import { type Download, rangedDownload } from './download.ts'

/** A stored video that is what its name says. */
export interface ReceivedVideo {
  storageKey: string
  mediaType: VideoType
  sizeBytes: number
}

type VideoType = 'video/mp4' | 'video/webm'

/** Endings of what every browser plays, and what their first bytes may look like. */
const videoTypes: ReadonlyMap<string, { mediaType: VideoType; sniffed: readonly string[] }> = new Map([
  ['mp4', { mediaType: 'video/mp4', sniffed: ['mp4', 'm4v'] }],
  ['webm', { mediaType: 'video/webm', sniffed: ['webm', 'mkv'] }],
])

const keyPattern = /^video\/[0-9a-f]{2}\/[0-9a-f-]{36}\.(mp4|webm)$/

/** Where a video with this name will lie. Its key is all that its address needs, so it cannot be guessed. */
export function videoKey(name: string): string {
  const id = randomUUID()
  return `video/${id.slice(0, 2)}/${id}.${endingOf(name) === 'webm' ? 'webm' : 'mp4'}`
}

/**
 * What is wrong with a stored video, or the video as it is shown. The name's ending and the bytes must say the same. What
 * says who made it is left out of a new file, and the one that came is deleted.
 */
export async function examineVideo(
  context: Context,
  video: { key: string; name: string; sizeBytes: number },
): Promise<ReceivedVideo | ErrorCode> {
  const { storage, documents } = context
  if (video.sizeBytes === 0) return 'file_empty'
  if (video.sizeBytes > maxVideoBytes) return 'file_too_large'
  const rule = videoTypes.get(endingOf(video.name))
  if (rule === undefined) return 'file_type_not_allowed'
  const { mediaType, sniffed } = rule
  const { path, cleanup } = await storage.localPath(video.key)
  const target = join(tmpdir(), `clean-${randomUUID()}`)
  const task = { source: path, kind: 'video', ending: endingOf(video.name), sniffed, target } as const
  try {
    const owner = String(requireMember(context).accountId)
    const found = await documents.examine(task, owner, video.sizeBytes)
    if (found.state === 'refused') return found.code
    if (!found.isCleaned) return { storageKey: video.key, mediaType, sizeBytes: video.sizeBytes }
    const stored = await storage.put(videoKey(video.name), createReadStream(target))
    await storage.delete(video.key)
    return { storageKey: stored.key, mediaType, sizeBytes: stored.sizeBytes }
  } finally {
    await rm(target, { force: true })
    await cleanup()
  }
}

/** Gives a material its video, or with null takes it away; the one before is deleted when no cached page shows it. */
export async function replaceVideo(
  tx: Db,
  { queue }: Pick<Context, 'queue'>,
  place: Place,
  video: ReceivedVideo | null,
): Promise<void> {
  const before = await writeVideo(tx, place, video)
  if (before !== null)
    await queue.send(tx, deleteFilesJob, { keys: [before] }, { delaySeconds: staleCacheSeconds })
}

/** The video's bytes, or the part asked for; undefined when the path below `/videos/` names none. */
export async function openVideo(
  { storage }: Pick<Deps, 'storage'>,
  path: string,
  range: string | undefined,
): Promise<Download | undefined> {
  const key = `video/${path}`
  const [, ending = ''] = keyPattern.exec(key) ?? []
  const mediaType = videoTypes.get(ending)?.mediaType
  const size = mediaType && (await storage.size(key))
  if (mediaType === undefined || size === undefined) return undefined
  return rangedDownload({ storage }, { key, size, headers: { 'Content-Type': mediaType } }, range)
}
