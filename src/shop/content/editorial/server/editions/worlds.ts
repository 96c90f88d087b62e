import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { type LiveWorld, liveWorlds } from '#platform/routing/worlds.ts'
import { folded } from '#platform/rules/find-in-texts.ts'
import {
  type TextKind,
  type TextName,
  type TextOfWorld,
  type TextState,
  textKinds,
  type worldFilters,
} from '../../rules/contract.ts'
import { requireWriter, writableWorlds } from '../editors/editors.ts'
import { latestSource } from './editing.ts'
import { editionRows, type ListedRow, listedRows } from './edition-queries.ts'
import { stateOf, titleOf } from './reading.ts'
import { cut, fieldsOf } from './source.ts'

const textsOnPage = 100

export interface TextThere {
  world: LiveWorld
  state: TextState
  /** Undefined: it has none there. */
  title: string | undefined
  /** Where it was first; the others are compared with that. */
  isOriginal: boolean
  /** The original was published after it. */
  isOlder: boolean
  isWritable: boolean
}

export interface TextInWorlds {
  title: string
  worlds: TextThere[]
  /** The words of two worlds, block by block. */
  sides: { left: LiveWorld; right: LiveWorld; rows: { left: string; right: string }[] }
}

/**
 * One text in every world, and the words of two of them beside each other: of a world the editor may write in as they are written
 * now, of others as they are public.
 * @throws ProductError unauthorized, forbidden, not_found
 */
export async function textInWorlds(
  context: Context,
  { kind, key }: TextOfWorld,
  sides: { left: LiveWorld | undefined; right: LiveWorld | undefined },
): Promise<TextInWorlds> {
  await requireWriter(context)
  const { articles, db, world } = context
  const [rows, writable] = await Promise.all([editionRows(db, { kind, key }), writableWorlds(context)])
  const rowOf = (each: LiveWorld) => rows.find((row) => row.world === each)
  const sourceOf = (each: LiveWorld) => {
    const name = { kind, key, world: each }
    return writable.includes(each) ? latestSource(context, name, rowOf(each)) : articles.source(name)
  }
  const original = originalOf(context, { kind, key }, rows)
  const worlds = liveWorlds().map(({ world: each }): TextThere => {
    const row = rowOf(each)
    const listed = row && {
      ...row,
      title: null,
      has_draft: row.draft !== null,
      has_published: row.published !== null,
    }
    const source = sourceOf(each)
    return {
      world: each,
      state: stateOf(context, { kind, key, world: each }, listed),
      title: source === undefined ? undefined : fieldsOf(source).title,
      isOriginal: each === original,
      isOlder: source !== undefined && changedAt(row) < changedAt(rowOf(original)),
      isWritable: writable.includes(each),
    }
  })
  const there = worlds.filter(({ title }) => title !== undefined)
  const [first] = there
  if (first === undefined) throw new ProductError('not_found')
  const has = (each: LiveWorld | undefined) => there.some((one) => one.world === each)
  const left = sides.left && has(sides.left) ? sides.left : has(original) ? original : first.world
  const others = there.filter((one) => one.world !== left)
  const wanted = sides.right ?? world
  const right = (others.find((one) => one.world === wanted) ?? others[0] ?? first).world
  return {
    title: there.find((one) => one.world === world)?.title ?? first.title ?? key,
    worlds,
    sides: { left, right, rows: besideEachOther(sourceOf(left) ?? '', sourceOf(right) ?? '') },
  }
}

export interface TextOverWorlds {
  kind: TextKind
  key: string
  title: string
  worlds: { world: LiveWorld; state: TextState; isOlder: boolean }[]
}

export interface OverWorldsWish {
  kind?: TextKind | undefined
  query?: string | undefined
  /** Only texts of which one world is so. */
  filter?: (typeof worldFilters)[number] | undefined
  page?: number | undefined
}

/** The texts of all worlds, a line each with their state everywhere. @throws ProductError unauthorized, forbidden */
export async function textsOverWorlds(
  context: Context,
  wish: OverWorldsWish,
): Promise<{ texts: TextOverWorlds[]; total: number; page: number; pageCount: number }> {
  await requireWriter(context)
  const worlds = liveWorlds().map(({ world }) => world)
  const rows = new Map<string, ListedRow>()
  for (const world of worlds)
    for (const row of await listedRows(context.db, world)) rows.set(`${row.kind} ${row.key} ${world}`, row)
  const asked = folded(wish.query?.trim() ?? '')
  const found = (wish.kind === undefined ? textKinds : [wish.kind]).flatMap((kind) => {
    const begun = [...rows.values()].filter((row) => row.kind === kind).map(({ key }) => key)
    const keys = [...new Set([...context.articles.keys(kind), ...begun])].toSorted()
    return keys.flatMap((key): TextOverWorlds[] => {
      const text = overWorlds(context, { kind, key }, (world) => rows.get(`${kind} ${key} ${world}`))
      if (!fits(text, wish.filter)) return []
      return asked === '' || folded(`${text.title} ${key}`).includes(asked) ? [text] : []
    })
  })
  const pageCount = Math.max(1, Math.ceil(found.length / textsOnPage))
  const page = Math.min(wish.page ?? 1, pageCount)
  const texts = found.slice((page - 1) * textsOnPage, page * textsOnPage)
  return { texts, total: found.length, page, pageCount }
}

function overWorlds(
  context: Context,
  { kind, key }: TextOfWorld,
  rowOf: (world: LiveWorld) => ListedRow | undefined,
): TextOverWorlds {
  const worlds = liveWorlds().map(({ world }) => world)
  const rows = worlds.flatMap((world) => {
    const row = rowOf(world)
    return row === undefined ? [] : [{ ...row, world }]
  })
  const original = originalOf(context, { kind, key }, rows)
  return {
    kind,
    key,
    title: titleOf(context, { name: { kind, key, world: context.world }, row: rowOf(context.world) }),
    worlds: worlds.map((world) => {
      const state = stateOf(context, { kind, key, world }, rowOf(world))
      const isOlder = state !== 'missing' && changedAt(rowOf(world)) < changedAt(rowOf(original))
      return { world, state, isOlder }
    }),
  }
}

function fits({ worlds }: TextOverWorlds, filter: OverWorldsWish['filter']): boolean {
  if (filter === undefined) return worlds.some(({ state }) => state !== 'archived')
  return worlds.some(({ state, isOlder }) => (filter === 'older' ? isOlder : state === filter))
}

/** A text of the release comes from the first world, another one from where it was begun first. */
function originalOf(
  { articles }: Context,
  { kind, key }: TextOfWorld,
  rows: readonly { world: string; number: number }[],
): LiveWorld {
  const worlds = liveWorlds().map(({ world }) => world)
  const shipped = worlds.find(
    (world) => articles.shipped({ kind, key, world } satisfies TextName) !== undefined,
  )
  const [begun] = rows.toSorted((one, other) => one.number - other.number)
  return shipped ?? worlds.find((world) => world === begun?.world) ?? 'de'
}

/** Null: as it was shipped, which was before all that editors did. */
function changedAt(row: { published_at: Date | null } | undefined): number {
  return row?.published_at?.getTime() ?? 0
}

/** Title, description and the blocks of two texts in rows. */
function besideEachOther(left: string, right: string): { left: string; right: string }[] {
  const [one, other] = [blocksOf(left), blocksOf(right)]
  return Array.from({ length: Math.max(one.length, other.length) }, (_, at) => ({
    left: one[at] ?? '',
    right: other[at] ?? '',
  }))
}

function blocksOf(source: string): string[] {
  const { title = '', description = '' } = fieldsOf(source)
  const blocks = cut(source)
    .body.split(/\r?\n(?:[ \t]*\r?\n)+/)
    .map((block) => block.trim())
  return [title, description, ...blocks.filter((block) => block !== '')]
}
