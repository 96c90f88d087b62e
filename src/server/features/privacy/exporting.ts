import { randomUUID } from 'node:crypto'
import { PassThrough, type Readable } from 'node:stream'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { absoluteUrl, url } from '#routing/url.ts'
import type { LiveWorldCode } from '#shared/contract/world.ts'
import { ProductError } from '#shared/errors.ts'
import { exportDays } from '#shared/limits.ts'
import { type Context, type Deps, strangerContext } from '../../context.ts'
import { transaction } from '../../db/transaction.ts'
import { takeTurn } from '../../db/turn.ts'
import { requireMember } from '../../http/access.ts'
import { queueMail } from '../mail/service.ts'
import { makeExportJob } from './jobs.ts'
import { exportReadyMail } from './mails.ts'
import {
  exportsOf,
  filesOf,
  findExport,
  finishExport,
  insertExport,
  rowsOf,
  type Subject,
} from './queries.ts'

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
    await takeTurn(tx, `export ${accountId}`)
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
  const key = `export/${randomUUID()}.zip`
  const file = await deps.storage.put(key, zipOf(deps, subject))
  const world = found.world as LiveWorldCode
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

/** One JSON file a table, and the files themselves; written while it is read, whatever its size. */
function zipOf(deps: Deps, subject: Subject): Readable {
  const out = new PassThrough()
  const zip = new Zip((error, chunk, isLast) => {
    if (error) out.destroy(error)
    else {
      out.write(chunk)
      if (isLast) out.end()
    }
  })
  void fill(deps, subject, zip, out).catch((error: Error) => out.destroy(error))
  return out
}

async function fill(deps: Deps, subject: Subject, zip: Zip, out: PassThrough): Promise<void> {
  const byTable = Map.groupBy(
    deps.personalTables.filter((row) => row.export === true),
    ({ table }) => table,
  )
  for (const [name, tables] of byTable) {
    const rows = (await Promise.all(tables.map((table) => rowsOf(deps.db, table, subject)))).flat()
    if (rows.length === 0) continue
    const entry = new ZipDeflate(`data/${name}.json`, { level: 6 })
    zip.add(entry)
    entry.push(new TextEncoder().encode(JSON.stringify(rows, null, 2)), true)
  }
  for (const { key, name } of await filesOf(deps.db, subject.accountId)) {
    if ((await deps.storage.size(key)) === undefined) continue
    // Pictures and PDFs are packed already.
    const entry = new ZipPassThrough(safeName(name))
    zip.add(entry)
    for await (const chunk of await deps.storage.read(key)) {
      entry.push(chunk as Uint8Array)
      if (out.writableNeedDrain) await new Promise((resolve) => out.once('drain', resolve))
    }
    entry.push(new Uint8Array(), true)
  }
  zip.end()
}

/** A name nobody's unzip program can take for a path elsewhere. */
function safeName(name: string): string {
  return name
    .split('/')
    .map((part) => part.replace(/[\p{Cc}\\:*?"<>|]+/gu, '_').replace(/^\.+/, '_'))
    .join('/')
}
