import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { liveWorlds } from '#platform/routing/worlds.ts'
import {
  type TextCheck,
  type TextKind,
  type TextLine,
  type TextName,
  type TextOfWorld,
  type TextState,
  textKinds,
} from '../../rules/contract.ts'
import { checkText } from './checks.ts'
import { latestSource, requireEditor } from './editing.ts'
import {
  type EditionRow,
  editionRows,
  textVersionRows,
  textVersionSource,
  unpublishedCounts,
  type VersionRow,
} from './edition-queries.ts'
import { fieldsOf } from './source.ts'

const shownVersions = 50

/**
 * Every text of this world: those of the release, what editors wrote over and beside them, and what only other worlds have.
 * @throws ProductError unauthorized, forbidden (another world than the editor's)
 */
export async function listTexts(context: Context, kind?: TextKind): Promise<TextLine[]> {
  requireEditor(context)
  const { articles, world } = context
  const rows = new Map(
    (await editionRows(context.db, { world })).map((row) => [`${row.kind} ${row.key}`, row]),
  )
  const kinds = kind === undefined ? textKinds : [kind]
  return kinds.flatMap((each) => {
    const own = [...rows.values()].filter((row) => row.kind === each).map(({ key }) => key)
    const keys = [...new Set([...articles.keys(each), ...own])].toSorted()
    return keys.map((key) => lineOf(context, { kind: each, key, world }, rows.get(`${each} ${key}`)))
  })
}

export interface EditedText {
  line: TextLine
  /** Of the next change. */
  version: number
  source: string
  /** What is public now; undefined: nothing. */
  publicSource: string | undefined
  isShipped: boolean
  checks: TextCheck[]
  versions: VersionRow[]
  /** The same text elsewhere; `isOlder`: something was published here since. */
  worlds: { world: string; title: string | undefined; isOlder: boolean }[]
}

/**
 * A text as its editor goes on with it.
 * @throws ProductError unauthorized, forbidden, not_found
 */
export async function editedText(context: Context, { kind, key }: TextOfWorld): Promise<EditedText> {
  requireEditor(context)
  const { articles, db, world } = context
  const name: TextName = { kind, key, world }
  const [rows, versions] = await Promise.all([
    editionRows(db, { kind, key }),
    textVersionRows(db, name, shownVersions),
  ])
  const row = rows.find((each) => each.world === world)
  const source = latestSource(context, name, row)
  if (source === undefined) throw new ProductError('not_found')
  const changedAt = (each: string) => rows.find((other) => other.world === each)?.published_at?.getTime() ?? 0
  return {
    line: lineOf(context, name, row),
    version: row?.version ?? 1,
    source,
    publicSource: articles.source(name),
    isShipped: articles.shipped(name) !== undefined,
    checks: checkText(articles, name, source),
    versions,
    worlds: liveWorlds()
      .filter((each) => each.world !== world)
      .map((each) => {
        const there = articles.source({ kind, key, world: each.world })
        return {
          world: each.world,
          title: there === undefined ? undefined : fieldsOf(there).title,
          isOlder: there !== undefined && changedAt(each.world) < changedAt(world),
        }
      }),
  }
}

/**
 * The source as it is written now, for a file: given to `importText` it is the same again, to the byte.
 * @throws ProductError unauthorized, forbidden, not_found
 */
export async function exportText(context: Context, name: TextOfWorld): Promise<string> {
  return (await editedText(context, name)).source
}

/**
 * What was public of a text at some time.
 * @throws ProductError unauthorized, forbidden, not_found
 */
export async function textVersion(context: Context, { kind, key }: TextOfWorld, id: number): Promise<string> {
  requireEditor(context)
  const source = await textVersionSource(context.db, { kind, key, world: context.world }, id)
  if (source === undefined) throw new ProductError('not_found')
  return source
}

function lineOf(context: Context, name: TextName, row: EditionRow | undefined): TextLine {
  const { articles } = context
  const { kind, key } = name
  const source = latestSource(context, name, row)
  const elsewhere = liveWorlds().flatMap(({ world }) => articles.source({ kind, key, world }) ?? [])[0]
  return {
    kind,
    key,
    title: fieldsOf(source ?? elsewhere ?? '').title ?? key,
    state: stateOf(row, articles.source(name) !== undefined),
    editedAt: row?.edited_at.toISOString() ?? null,
    editor: row?.editor ?? null,
    publishAt: row?.publish_at?.toISOString() ?? null,
    worlds: liveWorlds().flatMap(({ world }) =>
      articles.source({ kind, key, world }) === undefined ? [] : [world],
    ),
  }
}

function stateOf(row: EditionRow | undefined, isPublic: boolean): TextState {
  if (row?.withdrawn_at) return 'withdrawn'
  if (row?.publish_at) return 'scheduled'
  if (row && row.draft !== null) return 'draft'
  if (row && row.published !== null) return 'published'
  return isPublic ? 'shipped' : 'missing'
}

/** How many texts wait to be published, in every world. */
export async function waitingTexts({
  db,
}: Pick<Context, 'db'>): Promise<{ world: string; isScheduled: boolean; count: number }[]> {
  return await unpublishedCounts(db)
}
