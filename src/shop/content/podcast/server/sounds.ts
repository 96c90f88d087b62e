import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { type Context, type Deps, memberOf } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { type ErrorCode, ProductError } from '#platform/errors.ts'
import type { StoredObject } from '#platform/gateways/storage/storage.ts'
import type { RequestFacts } from '#platform/http/access/action.ts'
import type { Parts } from '#platform/http/form/parts.ts'
import { type SentFile, storedParts } from '#platform/http/form/sent-parts.ts'
import { maxUploadBytes } from '#platform/limits.ts'
import { textKeySchema } from '#shop/content/editorial/rules/contract.ts'
import { requireWriter, setTextFields } from '#shop/content/editorial/server/service.ts'
import { type Download, deleteFilesJob, rangedDownload } from '#shop/selling/materials/server/service.ts'
import { maxTranscriptBytes, type SoundEnding, soundTypes, transcriptTypes } from '../rules/contract.ts'
import { type Cue, readVtt, readWords } from '../rules/transcript.ts'
import { measureSoundJob } from './jobs.ts'
import {
  deleteUnnamedSounds,
  findSound,
  forgetListeners,
  insertSound,
  type SoundRow,
  writeLoudness,
} from './queries.ts'
import { factsOf, loudnessOf } from './reading.ts'

/** Below the site's address; what lies there is public to who knows it. */
const folder = '/sounds/'
const keyPattern = /^podcast\/[0-9a-f]{2}\/[0-9a-f-]{36}\.(mp3|m4a|wav|vtt|txt)$/
const types: Readonly<Record<string, string>> = { ...soundTypes, ...transcriptTypes }

const fields = z.object({ key: textKeySchema.describe('The episode, by the name of its text.') })

export const soundParts = {
  fields,
  files: {
    sound: {
      description: 'A recording: MP3, M4A (AAC) or WAV.',
      types: Object.values(soundTypes),
      maxBytes: maxUploadBytes,
      takesCut: true,
    },
  },
} satisfies Parts
const receiveSound = storedParts(soundParts)

export const transcriptParts = {
  fields,
  files: {
    transcript: {
      description: 'What is said: WebVTT, or a text without times.',
      types: Object.values(transcriptTypes),
      maxBytes: maxTranscriptBytes,
      takesCut: true,
    },
  },
} satisfies Parts
const receiveTranscript = storedParts(transcriptParts)

/**
 * Keeps a recording, without what says who made it, and names it in the draft of its episode.
 * @throws ProductError unauthorized, forbidden, not_found, file_empty, file_too_large, file_type_not_allowed, sound_empty, file_broken,
 * storage_full, busy
 */
export async function addSound(context: Context, request: RequestFacts): Promise<{ key: string }> {
  await requireWriter(context)
  return await receiveSound(context, request, async ({ fields: { key }, files: [file] }) => {
    await name(context, key, await takeSound(context, file))
    return { key }
  })
}

/**
 * Keeps what is said in an episode, and names it in its draft.
 * @throws ProductError unauthorized, forbidden, not_found, file_empty, file_too_large, file_type_not_allowed, storage_full
 */
export async function addTranscript(context: Context, request: RequestFacts): Promise<{ key: string }> {
  await requireWriter(context)
  return await receiveTranscript(context, request, async ({ fields: { key }, files: [file] }) => {
    await name(context, key, await takeTranscript(context, file))
    return { key }
  })
}

interface Taken {
  row: Omit<SoundRow, 'loudness'>
  /** What the draft says of it. */
  fields: Record<string, string>
}

async function name(context: Context, key: string, taken: Taken): Promise<void> {
  const { row } = taken
  const made_by = await requireWriter(context)
  try {
    await transaction(context.db, async (tx) => {
      await insertSound(tx, { ...row, world: context.world, made_by })
      if (row.seconds !== null) await context.queue.send(tx, measureSoundJob, { key: row.storage_key })
    })
    await setTextFields(context, { kind: 'podcast', key }, taken.fields)
  } catch (error) {
    await context.storage.delete(row.storage_key)
    throw error
  }
}

type Sent = SentFile<StoredObject>

async function takeSound(context: Context, file: Sent): Promise<Taken> {
  if (file.isCut) throw refused('sound', 'file_too_large')
  if (file.sizeBytes === 0) throw refused('sound', 'file_empty')
  const { path, cleanup } = await context.storage.localPath(file.key)
  const target = join(tmpdir(), `sound-${randomUUID()}`)
  try {
    const facts = await factsOf(context, path)
    if (facts === undefined) throw refused('sound', 'file_type_not_allowed')
    const seconds = Math.round(facts.seconds)
    if (seconds === 0) throw refused('sound', 'sound_empty')
    const { ending } = facts
    const owner = String(memberOf(context)?.accountId)
    const task = { source: path, kind: 'audio', ending, sniffed: [ending], target } as const
    const examined = await context.documents.examine(task, owner, file.sizeBytes)
    if (examined.state === 'refused') throw refused('sound', examined.code)
    const written = await context.storage.put(
      newKey(ending),
      createReadStream(examined.isCleaned ? target : path),
    )
    return {
      row: {
        storage_key: written.key,
        media_type: soundTypes[ending],
        size_bytes: written.sizeBytes,
        seconds,
      },
      fields: {
        audio: addressOf(written.key),
        audioBytes: String(written.sizeBytes),
        audioSeconds: String(seconds),
      },
    }
  } finally {
    await rm(target, { force: true })
    await cleanup()
  }
}

async function takeTranscript(context: Context, file: Sent): Promise<Taken> {
  if (file.isCut || file.sizeBytes > maxTranscriptBytes) throw refused('transcript', 'file_too_large')
  if (file.sizeBytes === 0) throw refused('transcript', 'file_empty')
  const text = (await context.storage.readBuffer(file.key)).toString('utf8')
  const ending = readVtt(text) ? 'vtt' : readWords(text) && !/^\s*WEBVTT/.test(text) ? 'txt' : undefined
  if (ending === undefined) throw refused('transcript', 'file_type_not_allowed')
  const written = await context.storage.put(newKey(ending), Buffer.from(text))
  return {
    row: {
      ...{ storage_key: written.key, media_type: transcriptTypes[ending] },
      ...{ size_bytes: written.sizeBytes, seconds: null },
    },
    fields: { transcript: addressOf(written.key) },
  }
}

function refused(field: 'sound' | 'transcript', code: ErrorCode): ProductError {
  return new ProductError(code, { fields: { [field]: 'invalid' } })
}

function newKey(ending: SoundEnding | 'vtt' | 'txt'): string {
  const id = randomUUID()
  return `podcast/${id.slice(0, 2)}/${id}.${ending}`
}

function addressOf(key: string): string {
  return `${folder}${key.slice('podcast/'.length)}`
}

/** Where the file of an address lies; undefined: it is one of the release, or none. */
function keyOf(address: string | undefined): string | undefined {
  if (address === undefined || !address.startsWith(folder)) return undefined
  const key = `podcast/${address.slice(folder.length)}`
  return keyPattern.test(key) ? key : undefined
}

/** What is known of the recording an episode names. */
export async function soundOf(
  { db }: Pick<Deps, 'db'>,
  address: string | undefined,
): Promise<SoundRow | undefined> {
  const key = keyOf(address)
  return key === undefined ? undefined : await findSound(db, key)
}

/** What is said in an episode; undefined: its transcript is no file, or gone. */
export async function transcriptOf(
  { storage }: Pick<Deps, 'storage'>,
  address: string | undefined,
): Promise<Cue[] | undefined> {
  const key = keyOf(address)
  if (key === undefined) return undefined
  const text = await storage.readBuffer(key).catch(() => undefined)
  if (text === undefined) return undefined
  return key.endsWith('.vtt') ? readVtt(text.toString('utf8')) : readWords(text.toString('utf8'))
}

/** The bytes of a file, or the part asked for; undefined when the path below `/sounds/` names none. */
export async function openSound(
  { storage }: Pick<Deps, 'storage'>,
  path: string,
  range: string | undefined,
): Promise<Download | undefined> {
  const key = keyOf(`${folder}${path}`)
  const size = key === undefined ? undefined : await storage.size(key)
  if (key === undefined || size === undefined) return undefined
  const type = types[key.slice(key.lastIndexOf('.') + 1)] ?? ''
  const headers = { 'Content-Type': type.startsWith('text/') ? `${type}; charset=utf-8` : type }
  return await rangedDownload({ storage }, { key, size, headers }, range)
}

/** The job: how loud a recording is. */
export async function measureSound(deps: Deps, { key }: { key: string }): Promise<void> {
  const row = await findSound(deps.db, key)
  const ending = (Object.keys(soundTypes) as SoundEnding[]).find((each) => key.endsWith(`.${each}`))
  if (row === undefined || row.loudness !== null || ending === undefined) return
  // Its episode did not take it.
  if ((await deps.storage.size(key)) === undefined) return
  const { path, cleanup } = await deps.storage.localPath(key)
  try {
    const loudness = await loudnessOf(deps, path, ending)
    if (loudness !== undefined) await writeLoudness(deps.db, key, Math.round(loudness * 10) / 10)
  } finally {
    await cleanup()
  }
}

/** The job: recordings that no text names any more, and who listened on the days before. */
export async function cleanSounds({ db, queue }: Deps): Promise<void> {
  await transaction(db, async (tx) => {
    const keys = await deleteUnnamedSounds(tx)
    if (keys.length > 0) await queue.send(tx, deleteFilesJob, { keys })
    await forgetListeners(tx)
  })
}
