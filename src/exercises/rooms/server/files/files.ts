import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { FileEnding, FileWish } from '#exercises/model/media/pupil-files.ts'
import { elementsOf } from '#exercises/model/pages/pages.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import type { Answers } from '#exercises/model/task/widget.ts'
import { cleanedFile, typedAnswersSchema } from '#exercises/units/server/service.ts'
import type { Context, Deps } from '#platform/context/context.ts'
import { lockUntilCommit } from '#platform/db/advisory-lock.ts'
import { isDatabaseAway } from '#platform/db/away.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import type { RequestFacts } from '#platform/http/access/action.ts'
import type { Parts } from '#platform/http/form/parts.ts'
import { storedParts } from '#platform/http/form/sent-parts.ts'
import { roomLimits } from '#platform/rules/exercise-limits.ts'
import { mediaTypes as mediaTypesOf } from '#platform/rules/files/media-types.ts'
import { contentDisposition, type Download, rangedDownload } from '#shop/selling/materials/server/service.ts'
import { nextCount } from '../answers/answer-queries.ts'
import type { Taken } from '../answers/answering.ts'
import { contentOf } from '../live/content.ts'
import { requirePupil } from '../live/pupil-view.ts'
import { ownRoom } from '../own-rooms.ts'
import * as queries from './file-queries.ts'

/** More elements of one page are sent one after the other. */
const filesAtOnce = 5
const fieldForm = /^file\.([0-9a-z]{1,26})$/

const mediaTypes = {
  ...{ webp: 'image/webp', pdf: 'application/pdf' },
  ...{ mp3: 'audio/mpeg', ogg: 'audio/ogg', wav: 'audio/wav', m4a: 'audio/mp4' },
} as const satisfies Readonly<Record<FileEnding, string>>

/** One field for each file, and what is typed beside it. */
export const handInParts = {
  fields: z.object({
    a: typedAnswersSchema.describe('Other answers of the same form: a field `a.<element>.<name>` each.'),
  }),
  files: {
    'file.{element}': {
      description: 'A picture, a PDF or a recording for the task of this id; it takes the place of the last.',
      types: [...mediaTypesOf.picture, 'application/pdf', ...mediaTypesOf.sound],
      maxBytes: roomLimits.fileBytes,
      most: filesAtOnce,
      takesCut: true,
    },
  },
  besides: ['isFinished'],
} satisfies Parts
const receiveFiles = storedParts(handInParts)

interface Arrived {
  key: string
  sizeBytes: number
  elementId: string
  isCut: boolean
}

type Pupil = Awaited<ReturnType<typeof requirePupil>>

/**
 * Takes files a pupil hands in, `file.<element>` each, and what was typed beside them without a script. Each is stored without what
 * it says about whoever made it, under no name, and goes with its room.
 * @throws ProductError as requirePupil; conflict (nothing is taken now); invalid_input; file_too_large; storage_quota; as cleanedFile and storedParts
 */
export async function handInFiles(
  context: Context,
  code: string,
  { ip, ...request }: Pick<RequestFacts, 'headers' | 'body' | 'ip'>,
): Promise<void> {
  const pupil = await requirePupil(context, code, ip)
  await receiveFiles(context, request, async ({ fields, files }) => {
    const arrived = files.map((file) => ({ ...file, elementId: fieldForm.exec(file.field)?.[1] ?? '' }))
    for (const file of arrived) await takeOne(context, pupil, file)
    await takeTyped(context, pupil, fields.a, arrived)
  })
}

async function takeOne(context: Context, { room, pupil }: Pupil, file: Arrived): Promise<void> {
  if (file.isCut) throw new ProductError('file_too_large')
  if (room.status !== 'running' || pupil.finished_at !== null) throw new ProductError('conflict')
  const wish = await wishOf(context, room, file.elementId)
  if (wish === undefined) throw new ProductError('invalid_input', { fields: { file: 'invalid' } })
  const { path, cleanup } = await context.storage.localPath(file.key)
  const owner = `room ${room.world} ${room.id}`
  const cleaned = await cleanedFile(context, { path, sizeBytes: file.sizeBytes, owner }, wish).finally(
    cleanup,
  )
  const row = {
    ...{ world: room.world, id: randomUUID(), room_id: Number(room.id), participant_id: Number(pupil.id) },
    ...{ element_id: file.elementId, ending: cleaned.ending, bytes: cleaned.bytes.length },
  }
  await note(context, row)
  await context.storage.put(keyOf(row), cleaned.bytes)
  const taken = await submit(context, { room, pupil }, file.elementId, { file: [cleaned.ending] })
  if ('refused' in taken) {
    await queries.loseFile(context.db, row)
    throw new ProductError('conflict')
  }
  await transaction(context.db, (tx) => queries.takeFile(tx, row))
}

/** What the element asks for; undefined: it takes no file. */
async function wishOf(
  context: Context,
  room: Pupil['room'],
  elementId: string,
): Promise<FileWish | undefined> {
  const element = elementsOf(await contentOf(context, room)).find(({ id }) => id === elementId)
  if (!element) return undefined
  const widgets = typeOf(element.type)?.view(element.data, () => 0) ?? []
  return widgets.find((widget) => widget.kind === 'file')?.accepts
}

/** @throws ProductError storage_quota: the room has as much as one may have */
async function note({ db }: Pick<Context, 'db'>, row: queries.RoomFile): Promise<void> {
  const key = { world: row.world as Pupil['room']['world'], id: row.room_id }
  await transaction(db, async (tx) => {
    await lockUntilCommit(tx, `room files ${row.world} ${row.room_id}`)
    if ((await queries.roomBytes(tx, key)) + row.bytes > roomLimits.filesBytes)
      throw new ProductError('storage_quota')
    await queries.insertFile(tx, row)
  })
}

/** The other answers of the form, which a browser without script sends along. */
async function takeTyped(
  context: Context,
  place: Pupil,
  typed: Readonly<Record<string, Answers>>,
  arrived: readonly Arrived[],
): Promise<void> {
  const sent = new Set(arrived.map(({ elementId }) => elementId))
  for (const [elementId, answers] of Object.entries(typed))
    if (!sent.has(elementId)) await submit(context, place, elementId, answers)
}

async function submit(
  { db, roomHub }: Pick<Context, 'db' | 'roomHub'>,
  { room, pupil }: Pupil,
  elementId: string,
  answers: Answers,
): Promise<Taken> {
  const at = Date.now()
  const seqLocal = await nextCount(db, room, { participantId: pupil.id, at })
  return await roomHub.submit(room, {
    kind: 'answer',
    participantId: pupil.id,
    elementId,
    answers,
    seqLocal,
    at,
  })
}

/** A pupil's own file again. @throws ProductError as requirePupil; not_found */
export async function readOwnFile(
  context: Context,
  { code, element }: { code: string; element: string },
  { ip, headers }: Pick<RequestFacts, 'ip' | 'headers'>,
): Promise<Download> {
  const { room, pupil } = await requirePupil(context, code, ip)
  return await download(context, await queries.findFile(context.db, room, pupil.id, element), headers.range)
}

/** A file for the teacher of its room. @throws ProductError unauthorized; not_found */
export async function readPupilFile(
  context: Context,
  { roomId, participant, element }: { roomId: number; participant: number; element: string },
  range: string | undefined,
): Promise<Download> {
  const room = await ownRoom(context, roomId)
  return await download(context, await queries.findFile(context.db, room, participant, element), range)
}

async function download(
  context: Context,
  file: queries.RoomFile | undefined,
  range: string | undefined,
): Promise<Download> {
  const key = file && keyOf(file)
  const size = key && (await context.storage.size(key))
  if (!file || !key || !size) throw new ProductError('not_found')
  const isSeen = file.ending !== 'pdf'
  const headers = {
    'Content-Type': mediaTypes[file.ending],
    'Content-Disposition': contentDisposition(
      `${file.element_id}.${file.ending}`,
      isSeen ? 'inline' : 'attachment',
    ),
  }
  return await rangedDownload(context, { key, size, headers }, range)
}

/** Deletes files nobody may see any more, each before its row; one that cannot be deleted keeps none of the others. Safe to run again. */
export async function sweepFiles({ db, storage, log }: Pick<Deps, 'db' | 'storage' | 'log'>): Promise<void> {
  const atOnce = 200
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const lost = await queries.lostFiles(db, { after, limit: atOnce })
    for (const file of lost)
      try {
        await storage.delete(keyOf(file))
        await queries.deleteFileRow(db, file)
      } catch (error) {
        if (isDatabaseAway(error)) throw error
        log.error({ err: error, file: file.id }, 'a file of a room could not be deleted')
      }
    after = lost.at(-1)?.id ?? after
    if (lost.length < atOnce) return
  }
}

function keyOf({ world, room_id: roomId, id, ending }: queries.RoomFile): string {
  return `room/${world}/${roomId}/${id}.${ending}`
}
