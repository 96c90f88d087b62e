import { randomUUID } from 'node:crypto'
import { PassThrough, type Readable } from 'node:stream'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { type Context, type Deps, strangerContext } from '#platform/context/context.ts'
import type { PersonalTable } from '#platform/context/personal-table.ts'
import { lockUntilCommit } from '#platform/db/advisory-lock.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { exportDays } from '#platform/limits.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { papersOf } from '#shop/money/invoices/server/service.ts'
import { makeExportJob } from './jobs.ts'
import { exportReadyMail } from './mails.ts'
import {
  type ExportedRow,
  exportsOf,
  filesOf,
  findExport,
  finishExport,
  insertExport,
  pagesOf,
  type Subject,
} from './queries.ts'
import { indexPage, type ListedFile, readableName, readablePage } from './readable.ts'

/** Asking again within this time gives the copy that is being made already. */
const sameMs = 10 * 60_000

/** A copy of all own data, as its owner sees it. */
export interface OwnExport {
  id: number
  askedAt: string
  isReady: boolean
  sizeBytes: number | null
  until: string
}

/** The member's copies, the newest first. */
export async function ownExports(context: Context): Promise<OwnExport[]> {
  const rows = await exportsOf(context.db, requireMember(context).accountId)
  return rows.map((row) => ({
    id: row.id,
    askedAt: row.created_at.toISOString(),
    isReady: row.ready_at !== null,
    sizeBytes: row.size_bytes,
    until: new Date(row.created_at.getTime() + exportDays * 86_400_000).toISOString(),
  }))
}

/** Asks for a copy of everything; a mail says when it is ready. */
export async function askExport(context: Context): Promise<void> {
  const { accountId } = requireMember(context)
  await transaction(context.db, async (tx) => {
    await lockUntilCommit(tx, `export ${accountId}`)
    const [newest] = await exportsOf(tx, accountId)
    if (newest && newest.created_at.getTime() > Date.now() - sameMs) return
    const exportId = await insertExport(tx, accountId, context.world)
    await context.queue.send(tx, makeExportJob, { exportId })
  })
}

/** The file of an own copy. @throws ProductError('not_found') for one that is not theirs, not ready or gone */
export async function exportFile(context: Context, exportId: number): Promise<Readable> {
  const { accountId } = requireMember(context)
  const found = await findExport(context.db, exportId)
  if (found?.account_id !== accountId || found.storage_key === null) throw new ProductError('not_found')
  return await context.storage.read(found.storage_key)
}

/** The job make_export: writes the copy and tells its owner. Safe to run again: what is made stays. */
export async function makeExport(deps: Deps, { exportId }: { exportId: number }): Promise<void> {
  const found = await findExport(deps.db, exportId)
  if (found === undefined || found.storage_key !== null) return
  const subject = { accountId: found.account_id, email: found.email }
  const world = found.world as LiveWorldCode
  const key = `export/${randomUUID()}.zip`
  const file = await deps.storage.put(key, zipOf(deps, subject, world))
  const context = strangerContext(deps, world)
  await transaction(deps.db, async (tx) => {
    await finishExport(tx, exportId, file)
    await queueMail(tx, context, {
      mail: exportReadyMail,
      to: found.email,
      vars: {
        publicName: found.public_name,
        linkUrl: absoluteUrl(deps.env.siteUrl, url('my-data', { world })),
        days: exportDays,
      },
      dedupeKey: `export-ready:${exportId}`,
    })
  })
}

/** Whose copy, in which language, and where it goes. */
interface Copy {
  deps: Deps
  subject: Subject
  world: LiveWorldCode
  zip: Zip
  out: PassThrough
}

/** JSON and a page to read of each table, the papers, and the files themselves; written while it is read, whatever its size. */
function zipOf(deps: Deps, subject: Subject, world: LiveWorldCode): Readable {
  const out = new PassThrough()
  const zip = new Zip((error, chunk, isLast) => {
    if (error) out.destroy(error)
    else {
      out.write(chunk)
      if (isLast) out.end()
    }
  })
  void fill({ deps, subject, world, zip, out }).catch((error: Error) => out.destroy(error))
  return out
}

async function fill(copy: Copy): Promise<void> {
  const { deps, subject, world, zip } = copy
  const byTable = Map.groupBy(
    deps.personalTables.filter((row) => row.export === true),
    ({ table }) => table,
  )
  const listed: ListedFile[] = []
  for (const [table, parts] of byTable) {
    const rows = () => rowsOf(deps, parts, subject)
    const json = `data/${table}.json`
    // One text is the end of the list.
    const count = (await addText(copy, json, jsonOf(rows()))) - 1
    if (count < 1) continue
    const page = readableName(world, table)
    await addText(copy, page, readablePage(world, table, rows()))
    listed.push({ table, page, json, count })
  }
  const papers: string[] = []
  const undrawn: string[] = []
  for await (const { number, file } of papersOf(deps, subject.accountId)) {
    if (file === undefined) undrawn.push(number)
    else {
      const name = safeName(`documents/${file.name}`)
      // A paper is packed already.
      await addChunks(copy, new ZipPassThrough(name), [file.bytes])
      papers.push(name)
    }
  }
  const others: string[] = []
  for (const { key, name } of await filesOf(deps.db, subject.accountId)) {
    if ((await deps.storage.size(key)) === undefined) continue
    others.push(safeName(name))
    // Pictures and PDFs are packed already.
    await addChunks(copy, new ZipPassThrough(safeName(name)), await deps.storage.read(key))
  }
  await addText(copy, 'index.html', [indexPage(world, { listed, papers, undrawn, others })])
  zip.end()
}

async function* rowsOf(
  deps: Deps,
  parts: readonly PersonalTable[],
  subject: Subject,
): AsyncGenerator<ExportedRow> {
  for (const part of parts) for await (const page of pagesOf(deps.db, part, subject)) yield* page
}

/** Rows as a list in JSON; nothing when there are none. */
async function* jsonOf(rows: AsyncIterable<ExportedRow>): AsyncGenerator<string> {
  let count = 0
  for await (const row of rows) {
    yield `${count === 0 ? '[' : ','}\n${JSON.stringify(row, null, 2)}`
    count += 1
  }
  if (count > 0) yield '\n]\n'
}

/** Adds a file of texts, none when there are none; answers how many texts came. */
async function addText(
  copy: Copy,
  name: string,
  texts: AsyncIterable<string> | Iterable<string>,
): Promise<number> {
  const encoder = new TextEncoder()
  let entry: ZipDeflate | undefined
  let count = 0
  for await (const text of texts) {
    if (entry === undefined) {
      entry = new ZipDeflate(name, { level: 6 })
      copy.zip.add(entry)
    }
    entry.push(encoder.encode(text))
    count += 1
    await drained(copy)
  }
  entry?.push(new Uint8Array(), true)
  return count
}

async function addChunks(
  copy: Copy,
  entry: ZipPassThrough,
  chunks: AsyncIterable<unknown> | Iterable<unknown>,
): Promise<void> {
  copy.zip.add(entry)
  for await (const chunk of chunks) {
    entry.push(chunk as Uint8Array)
    await drained(copy)
  }
  entry.push(new Uint8Array(), true)
}

/** Waits for who takes the file away: no more of it is in memory than one of its parts. */
async function drained({ out }: Copy): Promise<void> {
  if (out.writableNeedDrain) await new Promise((resolve) => out.once('drain', resolve))
}

/** A name nobody's unzip program can take for a path elsewhere. */
function safeName(name: string): string {
  return name
    .split('/')
    .map((part) => part.replace(/[\p{Cc}\\:*?"<>|]+/gu, '_').replace(/^\.+/, '_'))
    .join('/')
}
