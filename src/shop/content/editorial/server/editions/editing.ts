import { type Context, type Deps, strangerContext } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { type FieldErrors, ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { slugify } from '#platform/routing/slug.ts'
import { type LiveWorld, worldOf } from '#platform/routing/worlds.ts'
import {
  hasField,
  isArticleKind,
  isFixedKind,
  legalKeyOf,
  type TextChange,
  type TextKind,
  type TextName,
  type TextOfWorld,
  type TextWords,
} from '../../rules/contract.ts'
import { requireWriter } from '../editors/editors.ts'
import { textChanged } from '../events.ts'
import { checkText } from './checks.ts'
import {
  addTextVersion,
  changeEdition,
  type EditionChange,
  type EditionRow,
  lockDueEdition,
  lockEdition,
  momentAt,
  nextTextNumber,
  textVersionSource,
} from './edition-queries.ts'
import { beginningOf } from './legal.ts'
import { compose, cut, fieldsOf } from './source.ts'

/** What stands in the editor's form, as its source. */
export function sourceOf(base: string, kind: TextKind, { body, ...words }: TextWords): string {
  // Each value is one line, wherever it was pasted from.
  const lines = Object.entries(words).flatMap(([name, value]) =>
    value !== undefined && isOfForm(kind, name, value) ? [[name, value.replaceAll(/\s+/g, ' ').trim()]] : [],
  )
  return compose(base, Object.fromEntries(lines), body)
}

/** Whether a value of the form stands at the top of a text of a kind. The day of a legal document is never taken away. */
function isOfForm(kind: TextKind, name: string, value: string): boolean {
  return name === 'title' || hasField(kind, name) || (kind === 'info' && name === 'validFrom' && value !== '')
}

/** What an editor goes on with: the draft, else what is public, else what was. */
export function latestSource(
  context: Pick<Deps, 'articles'>,
  name: TextName,
  row: EditionRow | undefined,
): string | undefined {
  return row?.draft ?? row?.published ?? context.articles.shipped(name)
}

/**
 * Stores what is written as the draft of a text. What is public stays as it is.
 * @throws ProductError unauthorized, forbidden (another world), not_found, conflict (somebody else has written since `version`)
 */
export async function saveText(
  context: Context,
  input: TextOfWorld & { version: number; words: TextWords },
): Promise<{ version: number }> {
  return await changeText(context, input, async (_tx, { row, name, base }) => {
    if (row.version !== input.version) throw new ProductError('conflict')
    const draft = sourceOf(base, name.kind, input.words)
    const isSame = draft === (row.published ?? context.articles.shipped(name))
    return { draft: isSame ? null : draft, ...(isSame && { publish_at: null, ...noReview }) }
  })
}

/**
 * Stores what is written and makes it public at once.
 * @throws ProductError as `saveText`; invalid_input (a check is in the way: the fields that are to blame)
 */
export async function publishText(
  context: Context,
  input: TextOfWorld & { version: number; words: TextWords },
): Promise<{ version: number }> {
  return await changeText(context, input, async (tx, { row, name, base, editorId }) => {
    if (row.version !== input.version) throw new ProductError('conflict')
    const draft = sourceOf(base, name.kind, input.words)
    return await bringOut(context, tx, { name, row, source: draft, editorId })
  })
}

/**
 * Stores what is written, to become public at a moment of the world's own clock (`2027-03-28T06:30`).
 * @throws ProductError as `publishText`; invalid_input (`publishAt` is not in the year to come)
 */
export async function scheduleText(
  context: Context,
  input: TextOfWorld & { version: number; words: TextWords; publishAt: string },
): Promise<{ version: number }> {
  return await changeText(context, input, async (tx, { row, name, base }) => {
    if (row.version !== input.version) throw new ProductError('conflict')
    // A legal document says itself from when on it counts.
    if (legalKeyOf(name)) throw new ProductError('invalid_input', { fields: { publishAt: 'invalid' } })
    const at = await momentAt(tx, input.publishAt, worldOf(context.world).timeZone)
    if (at === undefined) throw new ProductError('invalid_input', { fields: { publishAt: 'invalid' } })
    const draft = sourceOf(base, name.kind, input.words)
    mustBeSound(context, name, draft)
    return { draft, publish_at: at }
  })
}

/**
 * Ends a schedule, drops a draft, takes a text away (410) or brings it back, or lets the text of the release count again.
 * @throws ProductError unauthorized, forbidden, not_found, conflict (there is nothing of the kind; a page of `info` stays)
 */
export async function changeTextState(
  context: Context,
  input: TextOfWorld & { change: TextChange },
): Promise<{ version: number }> {
  return await changeText(
    context,
    input,
    async (tx, { row, name, editorId }) => {
      const isShipped = context.articles.shipped(name) !== undefined
      const isPublic = row.withdrawn_at === null && (row.published !== null || isShipped)
      const may: Readonly<Record<TextChange, boolean>> = {
        unschedule: row.publish_at !== null,
        discard: row.draft !== null && (row.published !== null || isShipped),
        'ask-review': row.draft !== null && row.review_asked_at === null,
        'end-review': row.review_asked_at !== null,
        // What nobody reads any more, and what never came to be.
        archive: !isPublic && row.archived_at === null,
        unarchive: row.archived_at !== null,
        withdraw: isPublic && !isFixedKind(name.kind),
        'bring-back': row.withdrawn_at !== null,
        'to-shipped': row.published !== null && isShipped && legalKeyOf(name) === undefined,
      }
      if (!may[input.change]) throw new ProductError('conflict')
      const changes: Readonly<Record<TextChange, EditionChange>> = {
        unschedule: { publish_at: null },
        discard: { draft: null, publish_at: null, ...noReview },
        'ask-review': { review_asked_at: new Date(), review_asked_by: editorId },
        'end-review': noReview,
        archive: { archived_at: new Date(), publish_at: null, ...noReview },
        unarchive: { archived_at: null },
        withdraw: { withdrawn_at: new Date(), publish_at: null },
        'bring-back': { withdrawn_at: null },
        'to-shipped': {
          published: null,
          published_at: new Date(),
          former_slugs: slugsBeside(context, name, row),
        },
      }
      if (input.change === 'to-shipped')
        await addTextVersion(tx, name, { source: context.articles.shipped(name) ?? '', madeBy: editorId })
      if (isSeen.has(input.change) || legalKeyOf(name)) await tell(context, tx, name)
      return changes[input.change]
    },
    { isUnscheduled: input.change === 'unschedule' },
  )
}

/**
 * Makes public what somebody else asked to have looked at.
 * @throws ProductError as `publishText`; conflict (nobody asked, or it was changed since); second_person_needed (the own words)
 */
export async function approveText(
  context: Context,
  input: TextOfWorld & { version: number },
): Promise<{ version: number }> {
  return await changeText(context, input, async (tx, { row, name, editorId }) => {
    if (row.review_asked_at === null || row.draft === null) throw new ProductError('conflict')
    if (row.review_asked_by === editorId) throw new ProductError('second_person_needed')
    if (row.version !== input.version) throw new ProductError('conflict')
    return await bringOut(context, tx, { name, row, source: row.draft, editorId })
  })
}

/** Makes an earlier version the draft. @throws ProductError unauthorized, forbidden, not_found */
export async function restoreTextVersion(
  context: Context,
  input: TextOfWorld & { versionId: number },
): Promise<{ version: number }> {
  return await changeText(context, input, async (tx, { name }) => {
    const draft = await textVersionSource(tx, name, input.versionId)
    if (draft === undefined) throw new ProductError('not_found')
    return { draft, publish_at: null }
  })
}

/**
 * Takes a file as the draft of a text, as `exportText` gives it. A text that is nowhere yet begins with it.
 * @throws ProductError unauthorized, forbidden, invalid_input (it has no frontmatter), conflict (somebody has written since `version`)
 */
export async function importText(
  context: Context,
  input: TextOfWorld & { source: string; version?: number },
): Promise<{ version: number }> {
  const source = input.source.replace(/^\u{feff}/u, '')
  if (cut(source).head === '' || fieldsOf(source).title === undefined)
    throw new ProductError('invalid_input', { fields: { source: 'invalid' } })
  return await changeText(
    context,
    input,
    async (_tx, { row }) => {
      if (input.version !== undefined && row.version !== input.version) throw new ProductError('conflict')
      return { draft: source, publish_at: null }
    },
    { isNew: true },
  )
}

/**
 * Begins a text: a new one by its title, or one that another world has, with that one's words as a start.
 * @throws ProductError unauthorized, forbidden, conflict (it is there), invalid_input (a title without letters; an unknown text)
 */
export async function beginText(
  context: Context,
  input: { kind: TextKind; title: string } | (TextOfWorld & { from?: LiveWorld | undefined }),
): Promise<TextOfWorld> {
  const { kind } = input
  if ('key' in input) {
    const { key, from } = input
    const source =
      from === undefined ? anySource(context, input) : context.articles.source({ kind, key, world: from })
    if (source === undefined) throw new ProductError('not_found')
    await changeText(context, input, async () => ({ draft: source }), { isNew: true })
    return { kind, key: input.key }
  }
  const key = slugify(input.title, context.world).slice(0, 80).replace(/-+$/, '')
  if (key === '' || isFixedKind(kind))
    throw new ProductError('invalid_input', { fields: { title: 'invalid' } })
  if (anySource(context, { kind, key }) !== undefined) throw new ProductError('conflict')
  const today = new Date().toISOString().slice(0, 10)
  await changeText(
    context,
    { kind, key },
    async (tx, { row }) => {
      if (row.draft !== null || row.published !== null) throw new ProductError('conflict')
      const id = await nextTextNumber(tx)
      const art = startArt[kind]
      const ofArticle = { id, slug: key, date: today, ...(art && { art }) }
      const head = { title: input.title.trim(), updated: today, ...(isArticleKind(kind) && ofArticle) }
      return { draft: compose('', head, '') }
    },
    { isNew: true },
  )
  return { kind, key }
}

/**
 * Changes values at the top of a text; the rest of its draft stays as it is.
 * @throws ProductError unauthorized, forbidden, not_found
 */
export async function setTextFields(
  context: Context,
  name: TextOfWorld,
  fields: Readonly<Record<string, string>>,
): Promise<{ version: number }> {
  return await changeText(context, name, async (_tx, { base }) => ({
    draft: compose(base, fields, cut(base).body),
  }))
}

/** Makes public what is due, each text in a transaction of its own; what cannot be public any more stays a draft. */
export async function publishDueTexts(deps: Deps): Promise<void> {
  for (let isMore = true; isMore; ) {
    isMore = await transaction(deps.db, async (tx) => {
      const due = await lockDueEdition(tx)
      if (due === undefined) return false
      const name = due as TextName
      const row = await lockEdition(tx, name)
      const context = strangerContext(deps, name.world)
      const source = row.draft ?? ''
      const isSound = checkText(deps.articles, name, source).every(({ isInTheWay }) => !isInTheWay)
      const change = isSound
        ? await makePublic(context, tx, { name, row, source, editorId: null })
        : { publish_at: null }
      if (!isSound) deps.log.warn({ text: name }, 'a text was due and is not fit to be public')
      await changeEdition(tx, name, change)
      return true
    })
  }
}

const noReview = { review_asked_at: null, review_asked_by: null } as const
/** Changes that readers see. */
const isSeen: ReadonlySet<TextChange> = new Set(['withdraw', 'bring-back', 'to-shipped'])

/** Pictures that do for any text of a kind. */
const startArt: Partial<Record<TextKind, string>> = {
  magazine: 'magazine',
  podcast: 'podcast',
  'mental-health': 'mental-health-start',
  campaign: 'campaign-winter-break',
  charity: 'charity-give-material',
}

interface Opened {
  row: EditionRow
  name: TextName
  base: string
  editorId: number
}

async function changeText(
  context: Context,
  { kind, key }: TextOfWorld,
  decide: (tx: Db, opened: Opened) => Promise<EditionChange>,
  { isNew = false, isUnscheduled = false } = {},
): Promise<{ version: number }> {
  const editorId = await requireWriter(context)
  const name: TextName = { kind, key, world: context.world }
  return await transaction(context.db, async (tx) => {
    const row = await lockEdition(tx, name)
    const base = latestSource(context, name, row)
    if (base === undefined && !isNew) throw new ProductError('not_found')
    if (legalKeyOf(name) && row.publish_at !== null && !isUnscheduled)
      throw new ProductError('text_announced')
    const change = await decide(tx, { row, name, base: base ?? '', editorId })
    await changeEdition(tx, name, { ...change, edited_by: editorId, edited_at: new Date() })
    return { version: row.version + 1 }
  })
}

/** Makes it public at once; a legal document on the day it names, which is announced until then. */
async function bringOut(
  context: Context,
  tx: Db,
  made: { name: TextName; row: EditionRow; source: string; editorId: number },
): Promise<EditionChange> {
  const { name, source } = made
  const key = legalKeyOf(name)
  if (key === undefined) return await makePublic(context, tx, made)
  mustBeSound(context, name, source)
  const at = await beginningOf(context, tx, { key, day: fieldsOf(source).validFrom ?? '' })
  if (at === 'now') return await makePublic(context, tx, made)
  await tell(context, tx, name)
  return { draft: source, publish_at: at, ...noReview }
}

async function makePublic(
  context: Context,
  tx: Db,
  {
    name,
    row,
    source,
    editorId,
  }: { name: TextName; row: EditionRow; source: string; editorId: number | null },
): Promise<EditionChange> {
  const today = new Date().toISOString().slice(0, 10)
  const updated = compose(source, { updated: today }, cut(source).body)
  mustBeSound(context, name, updated)
  const before = row.published ?? context.articles.shipped(name)
  const [old = '', slug = ''] = [before && fieldsOf(before).slug, fieldsOf(updated).slug]
  const former = [
    ...row.former_slugs.filter((each) => each !== slug),
    ...(old !== '' && old !== slug ? [old] : []),
  ]
  await addTextVersion(tx, name, { source: updated, madeBy: editorId })
  await tell(context, tx, name)
  return {
    draft: null,
    publish_at: null,
    published: updated,
    published_at: new Date(),
    withdrawn_at: null,
    archived_at: null,
    ...noReview,
    former_slugs: [...new Set(former)],
  }
}

function mustBeSound(context: Context, name: TextName, source: string): void {
  const wrong = checkText(context.articles, name, source).filter(({ isInTheWay }) => isInTheWay)
  if (wrong.length === 0) return
  const fields: FieldErrors = {}
  const head = fieldsOf(source)
  for (const { code, detail } of wrong) {
    if (code === 'field') fields[detail] = 'invalid'
    else if (code === 'slug') fields.slug = 'taken'
    else fields[(['href', 'picture'] as const).find((name) => head[name] === detail) ?? 'body'] = 'invalid'
  }
  throw new ProductError('invalid_input', { fields })
}

/** Addresses that lead to the text of the release once it counts again: those it had, and that of the text over it. */
function slugsBeside(context: Context, name: TextName, row: EditionRow): string[] {
  const { slug } = fieldsOf(context.articles.shipped(name) ?? '')
  const { slug: last = '' } = fieldsOf(row.published ?? '')
  const former = [...row.former_slugs, last].filter((each) => each !== '' && each !== slug)
  return [...new Set(former)]
}

async function tell(context: Context, tx: Db, { kind, world, key }: TextName): Promise<void> {
  await emit(context, tx, textChanged, { kind, world, key })
}

function anySource(context: Context, { kind, key }: TextOfWorld): string | undefined {
  const { articles, world } = context
  const worlds = [world, 'de', 'en', 'fr', 'es', 'it', 'gr'] as const
  return worlds
    .map((each) => articles.source({ kind, key, world: each }))
    .find((source) => source !== undefined)
}
