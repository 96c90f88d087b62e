import type { Context } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { emit } from '#platform/events/events.ts'
import { slugify } from '#platform/routing/slug.ts'
import { welcome } from '../account/welcome.ts'
import { accountRegistered } from '../events.ts'
import { confirmEmail, deleteSessionsOf, findAccountByEmail } from '../queries.ts'
import { dropCredentials, insertBareAccount } from './token-queries.ts'

/** Who opens an account with a mailbox that is proven already. */
interface ProvenPerson {
  email: string
  publicName: string
  /** Where they come from. */
  source: string
}

/**
 * An account without a password for somebody whose address is proven; the terms wait for their first visit.
 * @returns its id; undefined when the address has one already
 */
export async function openUnknownAccount(
  context: Context,
  tx: Db,
  person: ProvenPerson,
): Promise<number | undefined> {
  const slug = slugify(person.publicName, context.world)
  const accountId = await insertBareAccount(tx, {
    ...{ world: context.world, slug, isProven: true },
    ...person,
  })
  if (accountId === undefined) return undefined
  await welcome(context, tx, { id: accountId, ...person })
  await emit(context, tx, accountRegistered, { accountId, invitation: undefined })
  return accountId
}

/**
 * The account of a mailbox whose owner has just proven it, opened if there is none. One that was never confirmed goes to
 * them: whoever registered it before loses password and sessions.
 */
export async function openProvenAccount(context: Context, tx: Db, person: ProvenPerson): Promise<number> {
  const fresh = await openUnknownAccount(context, tx, person)
  if (fresh !== undefined) return fresh
  const known = await findAccountByEmail(tx, person.email)
  if (known === undefined) throw new Error('an account is neither new nor there')
  if (await confirmEmail(tx, known.id)) {
    await dropCredentials(tx, known.id)
    await deleteSessionsOf(tx, known.id)
    await welcome(context, tx, { ...person, id: known.id })
  }
  return known.id
}
