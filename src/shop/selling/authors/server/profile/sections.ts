import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import { maxSectionChoices, maxSections, sectionTitleLength } from '#platform/limits.ts'
import { cleanLine } from '#platform/rules/text/clean-text.ts'
import { authorPageChanged } from '../events.ts'
import { ownPlace } from '../own-place.ts'
import {
  choosable,
  deleteSection,
  insertSection,
  orderSections,
  ownSectionRows,
  renameSection,
  replaceItems,
} from './edit-queries.ts'

interface OwnSections {
  sections: { id: number; title: string; materialIds: number[] }[]
  /** Published materials, the newest 200: what the checkboxes offer. */
  choices: { id: number; title: string }[]
}

/** The author's own sections and what they can be filled with. */
export async function ownSections(context: Context): Promise<OwnSections> {
  const place = ownPlace(context)
  const [sections, choices] = await Promise.all([
    ownSectionRows(context.db, place),
    choosable(context.db, place, maxSectionChoices),
  ])
  return { sections, choices }
}

/** Adds an empty section behind the others. @throws ProductError invalid_input (title; 12 sections at most) */
export async function addSection(context: Context, title: string): Promise<void> {
  const clean = checkedTitle(title)
  await change(context, async (tx) => {
    const isAdded = await insertSection(tx, ownPlace(context), { title: clean, most: maxSections })
    if (!isAdded) throw new ProductError('invalid_input', { fields: { title: 'too_long' } })
  })
}

/** Renames a section and says which of the offered materials are in it. @throws ProductError not_found, invalid_input */
export async function saveSection(
  context: Context,
  id: number,
  input: { title: string; materialIds: readonly number[] },
): Promise<void> {
  const title = checkedTitle(input.title)
  const place = ownPlace(context)
  await change(context, async (tx) => {
    if (!(await renameSection(tx, place, { id, title }))) throw new ProductError('not_found')
    const offered = (await choosable(tx, place, maxSectionChoices)).map((each) => each.id)
    const picked = input.materialIds.filter((materialId) => offered.includes(materialId))
    await replaceItems(tx, place, { id, offered, picked })
  })
}

/** Takes a section away; its materials stay. @throws ProductError not_found */
export async function removeSection(context: Context, id: number): Promise<void> {
  await change(context, async (tx) => {
    if (!(await deleteSection(tx, ownPlace(context), id))) throw new ProductError('not_found')
  })
}

/** Moves a section one place up or down; at the end nothing happens. @throws ProductError not_found */
export async function moveSection(context: Context, id: number, direction: 'up' | 'down'): Promise<void> {
  const place = ownPlace(context)
  await change(context, async (tx) => {
    const ids = (await ownSectionRows(tx, place)).map((section) => section.id)
    const from = ids.indexOf(id)
    if (from < 0) throw new ProductError('not_found')
    const to = Math.min(ids.length - 1, Math.max(0, from + (direction === 'up' ? -1 : 1)))
    ids.splice(to, 0, ...ids.splice(from, 1))
    await orderSections(tx, place, ids)
  })
}

async function change(context: Context, act: (tx: Db) => Promise<void>): Promise<void> {
  await transaction(context.db, async (tx) => {
    await act(tx)
    await emit(context, tx, authorPageChanged, ownPlace(context))
  })
}

function checkedTitle(text: string): string {
  const title = cleanLine(text)
  if (title.length < sectionTitleLength.min)
    throw new ProductError('invalid_input', { fields: { title: title === '' ? 'required' : 'too_short' } })
  if (title.length > sectionTitleLength.max)
    throw new ProductError('invalid_input', { fields: { title: 'too_long' } })
  return title
}
