import { strToU8, zipSync } from 'fflate'
import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { isFolder, openArchive, unpackAll } from '#platform/gateways/documents/files/archive.ts'
import { Refused } from '#platform/gateways/documents/files/refused.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import {
  maxTextSource,
  type TextArchiveLine,
  type TextArchiveReport,
  type TextName,
  textKeySchema,
  textKinds,
} from '../../rules/contract.ts'
import { readText } from '../articles.ts'
import { importText, latestSource } from '../editions/editing.ts'
import { worldEditions } from '../editions/edition-queries.ts'
import { fieldsOf } from '../editions/source.ts'
import { requireWriter } from '../editors/editors.ts'

const limits = { entries: 5000, bytes: 32 * 1024 * 1024 }
const shownOthers = 20
/** The first day the format knows: the same texts are the same archive. */
const mtime = '1980-01-01T00:00:00'

/**
 * Every text of this world as it is written now, each as the file a release would bring; without what was taken away.
 * @throws ProductError unauthorized, forbidden
 */
export async function exportTexts(context: Context): Promise<Buffer> {
  const texts = await textsOfWorld(context)
  const files = [...texts.values()].map(({ name, source }) => [pathOf(name), strToU8(source)] as const)
  return Buffer.from(zipSync(Object.fromEntries(files.toSorted()), { mtime }))
}

/**
 * What an archive would change: each text of this world in it beside what is written here. Nothing is stored.
 * @throws ProductError unauthorized, forbidden; zip_bomb, zip_names, file_encrypted, file_broken (no archive anybody should open)
 */
export async function compareArchive(context: Context, bytes: Buffer): Promise<TextArchiveReport> {
  const [texts, { files, others }] = [await textsOfWorld(context), await filesOf(context.world, bytes)]
  const lines = files.map(({ name, source }): TextArchiveLine => {
    const { kind, key } = name
    const here = texts.get(pathOf(name))
    const title = fieldsOf(source).title ?? here?.title ?? key
    const version = here?.version ?? 1
    const line = { kind, key, title, version, hasDraft: here?.hasDraft ?? false }
    const read = readText(name, source, context.env.company)
    if (source.length > maxTextSource || ('problem' in read && fieldsOf(source).title === undefined))
      return { ...line, change: 'unreadable' }
    if (here === undefined) return { ...line, change: 'new' }
    return { ...line, change: here.source === source ? 'same' : 'changed' }
  })
  return { lines, others: others.slice(0, shownOthers), otherCount: others.length }
}

/**
 * Takes chosen texts of an archive as drafts, each as its file. One that somebody has written in since it was compared stays as it is.
 * @throws ProductError as `compareArchive`
 */
export async function takeArchive(
  context: Context,
  bytes: Buffer,
  taken: readonly { kind: TextName['kind']; key: string; version: number }[],
): Promise<{ taken: number; left: string[] }> {
  await requireWriter(context)
  const { files } = await filesOf(context.world, bytes)
  const left: string[] = []
  for (const { kind, key, version } of taken) {
    const file = files.find(({ name }) => name.kind === kind && name.key === key)
    const isTaken =
      file !== undefined &&
      (await importText(context, { kind, key, source: file.source, version }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof ProductError && leavesOne.has(error.code)) return false
          throw error
        },
      ))
    if (!isTaken) left.push(`${kind}/${key}`)
  }
  return { taken: taken.length - left.length, left }
}

/** What is wrong with one text, and nothing with the others. */
const leavesOne: ReadonlySet<string> = new Set(['conflict', 'invalid_input'])

interface TextHere {
  name: TextName
  source: string
  title: string | undefined
  version: number
  hasDraft: boolean
}

async function textsOfWorld(context: Context): Promise<Map<string, TextHere>> {
  await requireWriter(context)
  const { articles, db, world } = context
  const rows = new Map((await worldEditions(db, world)).map((row) => [`${row.kind}/${row.key}`, row]))
  const found = new Map<string, TextHere>()
  for (const kind of textKinds) {
    const own = [...rows.values()].filter((row) => row.kind === kind).map(({ key }) => key)
    for (const key of new Set([...articles.keys(kind), ...own])) {
      const name = { kind, key, world }
      const row = rows.get(`${kind}/${key}`)
      const source = latestSource(context, name, row)
      if (source === undefined || row?.withdrawn_at || row?.archived_at) continue
      const facts = { title: fieldsOf(source).title, version: row?.version ?? 1 }
      found.set(pathOf(name), { name, source, ...facts, hasDraft: row?.draft != null })
    }
  }
  return found
}

function pathOf({ kind, world, key }: TextName): string {
  return `${kind}/${world}/${key}.md`
}

/** The texts of a world in an archive, wherever its folders begin; `others`: what else is in it. */
async function filesOf(
  world: LiveWorld,
  bytes: Buffer,
): Promise<{ files: { name: TextName; source: string }[]; others: string[] }> {
  try {
    const { zip, entries } = await openArchive(bytes, limits)
    try {
      const files: { name: TextName; source: string }[] = []
      const others: string[] = []
      for (const entry of entries.filter((each) => !isFolder(each))) {
        const name = nameIn(entry.fileName)
        if (name === undefined || name.world !== world) others.push(entry.fileName)
        else {
          const source = (await unpackAll(zip, entry, limits.bytes)).toString('utf8')
          files.push({ name, source: source.replaceAll('\0', '') })
        }
      }
      return { files, others }
    } finally {
      zip.close()
    }
  } catch (error) {
    if (error instanceof Refused) throw new ProductError(error.code)
    throw error
  }
}

function nameIn(path: string): TextName | undefined {
  const [, folder, world, file = ''] = /(?:^|\/)([a-z-]+)\/([a-z]{2})\/([^/]+)\.md$/.exec(path) ?? []
  const kind = textKinds.find((each) => each === folder)
  const key = textKeySchema.safeParse(file)
  return kind && key.success ? { kind, key: key.data, world: world as LiveWorld } : undefined
}
