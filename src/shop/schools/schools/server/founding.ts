import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { cleanLine } from '#platform/rules/text/clean-text.ts'
import type { FoundInput, FoundSchool } from '../rules/contract.ts'
import { officialNumber } from '../rules/official-numbers.ts'
import { websiteHost } from '../rules/school-mail.ts'
import { findSchools, insertPlace, insertSchool, joinableSchool } from './founding-queries.ts'

/**
 * Founds a school in the caller's world; they look after it, and until it is proven nothing is bought for it.
 * @throws ProductError invalid_input (officialNumber, website); conflict (belongs to a school already); school_exists
 * (one with that number: it is joined instead)
 */
export async function foundSchool(context: Context, input: FoundInput): Promise<{ id: number }> {
  const { world } = context
  const { accountId } = requireMember(context)
  const number = officialNumber(world, input.officialNumber)
  if (input.officialNumber !== '' && number === undefined)
    throw new ProductError('invalid_input', { fields: { officialNumber: 'invalid' } })
  const host = websiteHost(input.website)
  if (input.website !== '' && host === undefined)
    throw new ProductError('invalid_input', { fields: { website: 'invalid' } })
  const school = {
    world,
    name: cleanLine(input.name),
    official_number: number ?? null,
    street: cleanLine(input.street),
    zip: cleanLine(input.zip),
    town: cleanLine(input.town),
    website_host: host ?? null,
  }
  return await transaction(context.db, async (tx) => {
    const id = await insertSchool(tx, school)
    if (id === undefined) throw new ProductError('school_exists')
    const place = { world, schoolId: id, accountId, role: 'master', isKnown: false } as const
    if (!(await insertPlace(tx, place))) throw new ProductError('conflict')
    return { id }
  })
}

/** Schools of the caller's world whose name, town or official number begins with these words; at most ten. */
export async function schoolsLike(context: Context, words: string): Promise<FoundSchool[]> {
  const text = cleanLine(words)
  return text.length < 2 ? [] : await findSchools(context.db, context.world, text)
}

/**
 * Asks to belong to a school; who looks after it decides.
 * @throws ProductError not_found (no such school, or none anybody can join); conflict (belongs to a school already)
 */
export async function askToJoin(context: Context, schoolId: number): Promise<void> {
  const { world } = context
  const { accountId } = requireMember(context)
  await transaction(context.db, async (tx) => {
    if (!(await joinableSchool(tx, world, schoolId))) throw new ProductError('not_found')
    const place = { world, schoolId, accountId, role: 'member', isKnown: false } as const
    if (!(await insertPlace(tx, place))) throw new ProductError('conflict')
  })
}
