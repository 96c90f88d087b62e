import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { translator } from '#platform/i18n/translate.ts'
import { savedSearchLimits } from '#platform/limits.ts'
import { getsMails, wantAgain } from '#platform/mail/server/service.ts'
import { url } from '#platform/routing/url.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { cleanLine } from '#platform/rules/text/clean-text.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { filterNames, readSearchInput, searchParams } from '#shop/catalogue/catalogue/server/service.ts'
import type { SavedSearch, SavedSearchChange } from '../rules/contract.ts'
import {
  changeSaved,
  countSaved,
  findByParams,
  findDeleted,
  insertSaved,
  markDeleted,
  muteSearches,
  type SavedSearchRow,
  savedRows,
} from './queries.ts'

const { undoDays, perMember } = savedSearchLimits

/** The member's saved searches of this world, newest first; never more than the limit. @throws ProductError unauthorized */
export async function savedSearches(context: Context): Promise<SavedSearch[]> {
  const owner = ownerOf(context)
  const [rows, getsAny] = await Promise.all([
    savedRows(context.db, owner, perMember),
    getsMails(context, owner.email, 'saved-searches'),
  ])
  return rows.map((row) => view(context.world, { ...row, wants_mail: row.wants_mail && getsAny }))
}

/**
 * Keeps a search, `params` being the query of its address; what the search page would not understand is left out. The
 * same search is kept once: saving it again gives the one there is.
 * @throws ProductError unauthorized; invalid_input: nothing to search for (params), too many (params: too_long)
 */
export async function saveSearch(
  context: Context,
  search: { params: string; name?: string | undefined; wantsMail?: boolean | undefined },
): Promise<SavedSearch> {
  const owner = ownerOf(context)
  const input = readSearchInput(new URLSearchParams(search.params.slice(0, savedSearchLimits.params)))
  const params = searchParams(input)
  if (params === '' || params.length > savedSearchLimits.params)
    throw new ProductError('invalid_input', { fields: { params: 'invalid' } })
  const named = cleanName(search.name ?? '')
  const name = named === '' ? defaultName(context, params) : named
  return await transaction(context.db, async (tx) => {
    const count = await countSaved(tx, owner)
    const known = await findByParams(tx, owner, params)
    if (known) return view(context.world, known)
    if (count >= perMember) throw new ProductError('invalid_input', { fields: { params: 'too_long' } })
    if (search.wantsMail) await mailsAgain(tx, owner)
    const row = await insertSaved(tx, owner, { name, params, wantsMail: search.wantsMail ?? false })
    return view(context.world, row)
  })
}

/** @throws ProductError unauthorized; not_found (not own, deleted); invalid_input (no name) */
export async function changeSearch(
  context: Context,
  id: number,
  change: SavedSearchChange,
): Promise<SavedSearch> {
  const owner = ownerOf(context)
  const name = change.name === undefined ? undefined : cleanName(change.name)
  if (name === '') throw new ProductError('invalid_input', { fields: { name: 'required' } })
  const { wantsMail } = change
  return await transaction(context.db, async (tx) => {
    if (wantsMail) await mailsAgain(tx, owner)
    return found(context, await changeSaved(tx, owner, { id, name, wantsMail }))
  })
}

/** Who has left these mails and wants them for one search gets them for that one, not for all there were before. */
async function mailsAgain(tx: Db, { email, accountId }: Owner): Promise<void> {
  if (await wantAgain(tx, email, 'saved-searches')) await muteSearches(tx, accountId)
}

/** Can be taken back for some days. Deleting twice is no mistake. @throws ProductError unauthorized; not_found */
export async function deleteSearch(context: Context, id: number): Promise<void> {
  const owner = ownerOf(context)
  const row =
    (await markDeleted(context.db, owner, { id, isDeleted: true, undoDays })) ??
    (await findDeleted(context.db, owner, { id, undoDays }))
  found(context, row)
}

/** Brings a deleted search back. @throws ProductError unauthorized; not_found; invalid_input (too many by now) */
export async function restoreSearch(context: Context, id: number): Promise<SavedSearch> {
  const owner = ownerOf(context)
  return await transaction(context.db, async (tx) => {
    if ((await countSaved(tx, owner)) >= perMember)
      throw new ProductError('invalid_input', { fields: { params: 'too_long' } })
    return found(context, await markDeleted(tx, owner, { id, isDeleted: false, undoDays }))
  })
}

/** The search somebody has just deleted, for "undo"; undefined when there is none of that id. */
export async function deletedSearch(context: Context, id: number): Promise<SavedSearch | undefined> {
  const row = await findDeleted(context.db, ownerOf(context), { id, undoDays })
  return row && view(context.world, row)
}

interface Owner {
  world: LiveWorldCode
  accountId: number
  email: string
}

function ownerOf(context: Context): Owner {
  const { accountId, email } = requireMember(context)
  return { world: context.world, accountId, email }
}

function found({ world }: Context, row: SavedSearchRow | undefined): SavedSearch {
  if (row === undefined) throw new ProductError('not_found')
  return view(world, row)
}

function view(world: LiveWorldCode, row: SavedSearchRow): SavedSearch {
  return {
    id: row.id,
    name: row.name,
    url: `${url('search', { world })}?${row.params}`,
    wantsMail: row.wants_mail,
    createdAt: row.created_at.toISOString(),
  }
}

function cleanName(text: string): string {
  return truncate(cleanLine(text), savedSearchLimits.name).trim()
}

/** What is searched for and narrowed by: "bruch, 6. Klasse, Mathematik". */
function defaultName(context: Context, params: string): string {
  const input = readSearchInput(new URLSearchParams(params))
  const parts = [input.query, ...filterNames(context, input)].filter((part) => part !== '')
  return cleanName(parts.join(', ')) || translator(context.world)('search:heading')
}
