import { sql } from 'kysely'
import type { Deps } from '#platform/context/context.ts'
import type { Role } from '#platform/roles.ts'
import { slugify } from '#platform/routing/slug.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import type { DemoWorld } from './catalogue/types.ts'

export const castPassword = 'Aularium-2026!'

/** The named cast of dev, API tests and e2e; `seller` is the first author of the world de. */
const cast = [
  { name: 'buyer', publicName: 'Jonas Feld', role: 'member' },
  { name: 'master', publicName: 'Miriam Sonntag', role: 'member' },
  { name: 'editor', publicName: 'Ruth Albers', role: 'editor' },
] as const
const castSince = new Date(Date.UTC(2023, 7, 28))
/** Made last of all: this account says that the seed was finished. */
const lastOfCast = { name: 'admin', publicName: 'Tom Reuter', role: 'admin' } as const
const finishedBy = castEmail(lastOfCast.name)

interface Person {
  email: string
  publicName: string
  role?: Role
  passwordHash?: string
  isSeller?: boolean
  since?: Date
}

/** Whether the demo catalogue of this database is complete. */
export async function isSeeded({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  const row = await db.selectFrom('account').select('id').where('email', '=', finishedBy).executeTakeFirst()
  return row !== undefined
}

/** Everybody of the cast but the seller, who is an author, and the admin, who comes last. */
export async function seedCast(deps: Pick<Deps, 'db' | 'passwords' | 'termsVersion'>): Promise<void> {
  await insertCast(deps, cast)
  await insertSchool(deps, castEmail('master'))
}

/** The school whose account one of the cast looks after. */
async function insertSchool({ db }: Pick<Deps, 'db'>, masterEmail: string): Promise<void> {
  const world = 'de'
  const master = await db
    .selectFrom('account')
    .leftJoin('school_account', 'school_account.account_id', 'account.id')
    .select(['account.id', 'school_account.school_id'])
    .where('account.email', '=', masterEmail)
    .executeTakeFirstOrThrow()
  if (master.school_id !== null) return
  const school = await db
    .insertInto('school')
    .values({
      world,
      name: 'Grundschule am Lindenplatz',
      state: 'verified',
      town: 'Leipzig',
      website_host: 'lindenplatz.schule.example',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('school_account')
    .values({ account_id: master.id, world, school_id: school.id, role: 'master', is_verified: true })
    .execute()
}

/** Marks the seed as finished by the account that is made last of all. */
export async function finishSeed(deps: Pick<Deps, 'db' | 'passwords' | 'termsVersion'>): Promise<void> {
  await insertCast(deps, [lastOfCast])
}

async function insertCast(
  deps: Pick<Deps, 'db' | 'passwords' | 'termsVersion'>,
  people: readonly { name: string; publicName: string; role: Role }[],
): Promise<void> {
  const passwordHash = await deps.passwords.hash(castPassword)
  await insertPeople(
    deps,
    'de',
    people.map(({ name, publicName, role }) => ({
      email: castEmail(name),
      publicName,
      role,
      passwordHash,
      since: castSince,
    })),
  )
}

/** Authors (with their pages) and buyers of one world; gives back account ids by demo key. */
export async function seedPeople(
  deps: Pick<Deps, 'db' | 'passwords' | 'termsVersion'>,
  demo: DemoWorld,
): Promise<Map<string, number>> {
  const { world } = demo
  const emailOf = (key: string) =>
    world === 'de' && key === 'seller' ? castEmail('seller') : `${key}.${world}@demo.aularium.example`
  const passwordHash = world === 'de' ? await deps.passwords.hash(castPassword) : undefined
  await insertPeople(deps, world, [
    ...demo.authors.map((author) => ({
      email: emailOf(author.key),
      publicName: author.publicName,
      isSeller: true,
      since: new Date(author.since),
      ...(world === 'de' && author.key === 'seller' && passwordHash !== undefined && { passwordHash }),
    })),
    ...demo.buyers.map((buyer, at) => ({
      email: emailOf(buyer.key),
      publicName: buyer.displayName,
      // Older than anything they bought.
      since: new Date(Date.UTC(2021 + (at % 3), (at * 5) % 12, 1 + ((at * 7) % 27))),
    })),
  ])
  const rows = await deps.db
    .selectFrom('account')
    .select(['id', 'email'])
    .where(
      'email',
      'in',
      [...demo.authors, ...demo.buyers].map(({ key }) => emailOf(key)),
    )
    .execute()
  const idByEmail = new Map(rows.map((row) => [row.email.toLowerCase(), row.id]))
  const ids = new Map<string, number>()
  for (const { key } of [...demo.authors, ...demo.buyers]) {
    const id = idByEmail.get(emailOf(key).toLowerCase())
    if (id !== undefined) ids.set(key, id)
  }
  await insertProfiles(deps, demo, ids)
  return ids
}

async function insertPeople(
  { db, termsVersion }: Pick<Deps, 'db' | 'termsVersion'>,
  world: LiveWorldCode,
  people: readonly Person[],
): Promise<void> {
  await db
    .insertInto('account')
    .values(
      people.map((person) => ({
        world,
        email: person.email,
        password_hash: person.passwordHash ?? null,
        public_name: person.publicName,
        slug: slugify(person.publicName, world),
        is_seller: person.isSeller ?? false,
        role: person.role ?? 'member',
        creation_source: 'demo',
        agb_accepted_version: termsVersion(world),
        agb_accepted_at: sql<Date>`now()`,
        email_confirmed_at: sql<Date>`now()`,
        created_at: person.since ?? new Date(),
      })),
    )
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
}

async function insertProfiles(
  { db }: Pick<Deps, 'db'>,
  { world, authors }: DemoWorld,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  await db
    .insertInto('author_profile')
    .values(
      authors.flatMap((author) => {
        const id = ids.get(author.key)
        if (id === undefined) return []
        return [
          {
            account_id: id,
            world,
            public_name: author.publicName,
            slug: slugify(author.publicName, world),
            subtitle: author.subtitle,
            description: author.description,
            author_since: new Date(author.since),
          },
        ]
      }),
    )
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute()
}

/** The address of a person of the cast. */
export function castEmail(name: string): string {
  return `${name}@aularium.example`
}
