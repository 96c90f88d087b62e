import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { liveWorlds } from '#platform/routing/worlds.ts'
import { folded } from '#platform/rules/find-in-texts.ts'
import {
  type TextCheck,
  type TextKind,
  type TextLine,
  type TextName,
  type TextOfWorld,
  type TextState,
  textKinds,
} from '../../rules/contract.ts'
import { type CommentRow, textComments } from '../comments/comment-queries.ts'
import { requireWriter } from '../editors/editors.ts'
import { checkText } from './checks.ts'
import { latestSource } from './editing.ts'
import {
  editionRows,
  type ListedRow,
  listedRows,
  textVersionRows,
  textVersionSource,
  unpublishedCounts,
  type VersionRow,
  type WaitingTexts,
} from './edition-queries.ts'
import { fieldsOf } from './source.ts'

const shownVersions = 50
const textsOnPage = 100

export interface TextWish {
  kind?: TextKind | undefined
  state?: TextState | undefined
  /** Words in the title or the name. */
  query?: string | undefined
  /** The first is 1. */
  page?: number | undefined
}

export interface TextPage {
  texts: TextLine[]
  total: number
  page: number
  pageCount: number
}

/**
 * A page of the texts of this world: those of the release, what editors wrote over and beside them, and what only other worlds have.
 * @throws ProductError unauthorized, forbidden (a world they may not write in)
 */
export async function listTexts(context: Context, wish: TextWish = {}): Promise<TextPage> {
  await requireWriter(context)
  const { articles, world } = context
  const rows = new Map((await listedRows(context.db, world)).map((row) => [`${row.kind} ${row.key}`, row]))
  const asked = folded(wish.query?.trim() ?? '')
  const found = (wish.kind === undefined ? textKinds : [wish.kind]).flatMap((kind) => {
    const own = [...rows.values()].filter((row) => row.kind === kind).map(({ key }) => key)
    const keys = [...new Set([...articles.keys(kind), ...own])].toSorted()
    return keys.flatMap((key): Listed[] => {
      const row = rows.get(`${kind} ${key}`)
      const listed = { name: { kind, key, world }, row, state: stateOf(context, { kind, key, world }, row) }
      // What is put aside is only found by its state.
      if (wish.state === undefined ? listed.state === 'archived' : listed.state !== wish.state) return []
      return asked === '' || folded(`${titleOf(context, listed)} ${key}`).includes(asked) ? [listed] : []
    })
  })
  const pageCount = Math.max(1, Math.ceil(found.length / textsOnPage))
  const page = Math.min(wish.page ?? 1, pageCount)
  const shown = found.slice((page - 1) * textsOnPage, page * textsOnPage)
  return { texts: shown.map((each) => lineOf(context, each)), total: found.length, page, pageCount }
}

interface Listed {
  name: TextName
  row: ListedRow | undefined
  state: TextState
}

export interface EditedText {
  line: TextLine
  /** Of the next change. */
  version: number
  source: string
  /** What is public now; undefined: nothing. */
  publicSource: string | undefined
  isShipped: boolean
  /** Somebody asked to have it looked at; `isOwn`: who reads this. */
  review: { isOwn: boolean } | undefined
  comments: CommentRow[]
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
  const editorId = await requireWriter(context)
  const { articles, db, world } = context
  const name: TextName = { kind, key, world }
  const [rows, versions, comments] = await Promise.all([
    editionRows(db, { kind, key }),
    textVersionRows(db, name, shownVersions),
    textComments(db, name),
  ])
  const row = rows.find((each) => each.world === world)
  const listedRow = row && {
    ...row,
    title: null,
    has_draft: row.draft !== null,
    has_published: row.published !== null,
  }
  const source = latestSource(context, name, row)
  if (source === undefined) throw new ProductError('not_found')
  const changedAt = (each: string) => rows.find((other) => other.world === each)?.published_at?.getTime() ?? 0
  return {
    line: lineOf(context, { name, row: listedRow, state: stateOf(context, name, listedRow) }),
    version: row?.version ?? 1,
    source,
    publicSource: articles.source(name),
    isShipped: articles.shipped(name) !== undefined,
    review: row?.review_asked_at ? { isOwn: row.review_asked_by === editorId } : undefined,
    comments,
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
  await requireWriter(context)
  const source = await textVersionSource(context.db, { kind, key, world: context.world }, id)
  if (source === undefined) throw new ProductError('not_found')
  return source
}

function lineOf(context: Context, listed: Listed): TextLine {
  const { name, row, state } = listed
  const { kind, key } = name
  return {
    kind,
    key,
    title: titleOf(context, listed),
    state,
    editedAt: row?.edited_at.toISOString() ?? null,
    editor: row?.editor ?? null,
    publishAt: row?.publish_at?.toISOString() ?? null,
    worlds: liveWorlds().flatMap(({ world }) =>
      context.articles.source({ kind, key, world }) === undefined ? [] : [world],
    ),
  }
}

/** Its own, else that of another world, else its name. */
export function titleOf({ articles }: Context, { name, row }: Pick<Listed, 'name' | 'row'>): string {
  const written = row?.title == null ? undefined : titleLine(row.title)
  const other = () => liveWorlds().flatMap(({ world }) => articles.title({ ...name, world }) ?? [])[0]
  return written ?? articles.title(name) ?? other() ?? name.key
}

/** What YAML takes as it is written: ten thousand of them are read for one search. */
const plainTitle = /^[\p{L}\p{N}][^:#\\]*$/u

/** A title as it stands behind `title:`, which may be quoted. */
function titleLine(line: string): string | undefined {
  if (plainTitle.test(line)) return line.trim()
  return fieldsOf(`---\ntitle: ${line}\n---\n`).title
}

export function stateOf({ articles }: Context, name: TextName, row: ListedRow | undefined): TextState {
  if (row?.archived_at) return 'archived'
  if (row?.withdrawn_at) return 'withdrawn'
  if (row?.publish_at) return 'scheduled'
  if (row?.review_asked_at) return 'in-review'
  if (row?.has_draft) return 'draft'
  if (row?.has_published) return 'published'
  return articles.source(name) === undefined ? 'missing' : 'shipped'
}

/** How many texts wait to be published, in every world. */
export async function waitingTexts({ db }: Pick<Context, 'db'>): Promise<WaitingTexts[]> {
  return await unpublishedCounts(db)
}
