import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { createDb, type Db } from '#platform/db/pool.ts'
import { readArticles } from '#shop/content/editorial/server/service.ts'
import { createPasswords } from '#shop/people/identity/server/login/password.ts'
import { addressOfDatabase } from '../support/postmaster.ts'

/** Somebody who may log in, and is logged in already. */
export interface Person {
  id: number
  email: string
  /** An access token of theirs. */
  token: string
}

export const benchPassword = 'Dauerlauf-2026!'

/** The database of a running product, as a second process of it would open it. */
export function openDatabase(dataDir: string): { db: Db; close: () => Promise<void> } {
  const { db, pool } = createDb({
    databaseUrl: addressOfDatabase(dataDir),
    max: 4,
    statementTimeoutMs: 60_000,
  })
  return { db, close: () => pool.end() }
}

/** Members with a session each, and an admin whose login passed the second step. */
export async function makePeople(db: Db, count: number): Promise<{ people: Person[]; admin: Person }> {
  const hash = await createPasswords().hash(benchPassword)
  const people: Person[] = []
  for (let from = 0; from < count; from += 1000) {
    const emails = Array.from(
      { length: Math.min(1000, count - from) },
      (_, at) => `p${from + at}@bench.example`,
    )
    people.push(...(await insert(db, emails, hash, 'member')))
  }
  const [admin] = await insert(db, ['admin@bench.example'], hash, 'admin')
  if (admin === undefined) throw new Error('no admin')
  await db.updateTable('session').set({ second_factor: true }).where('account_id', '=', admin.id).execute()
  return { people, admin }
}

async function insert(
  db: Db,
  emails: readonly string[],
  password_hash: string,
  role: 'member' | 'admin',
): Promise<Person[]> {
  const now = sql<Date>`now()`
  const rows = await db
    .insertInto('account')
    .values(
      emails.map((email) => ({
        ...{ world: 'de', email, password_hash, role },
        ...{ public_name: email, slug: email.replace(/\W/g, '-') },
        ...{
          agb_accepted_version: readArticles(undefined).validFrom('de', 'terms'),
          agb_accepted_at: now,
          email_confirmed_at: now,
        },
      })),
    )
    .returning(['id', 'email'])
    .execute()
  const people = rows.map(({ id, email }) => ({ id, email, token: randomBytes(32).toString('base64url') }))
  await db
    .insertInto('session')
    .values(
      people.map(({ id, token }) => ({
        token_hash: createHash('sha256').update(token).digest(),
        ...{ account_id: id, scope: 'full' as const, grant_type: 'password' },
        expires_at: sql<Date>`now() + interval '1 day'`,
      })),
    )
    .execute()
  return people
}
