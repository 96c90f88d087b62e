import { legalTextVersion } from '#shared/limits.ts'
import type { Db } from '../pool.ts'
import type { DemoWorld } from './demo/types.ts'

/** How a name becomes a slug in a world (routing/slug.ts; the database layer does not know addresses). */
type Slugify = (name: string, world: DemoWorld['world']) => string

export type CastRole = 'buyer' | 'seller' | 'master' | 'editor' | 'admin'

const castWorld = 'de'

const cast: readonly {
  role: CastRole
  name: string
  isSeller: boolean
  rights: 'member' | 'editor' | 'admin'
}[] = [
  { role: 'buyer', name: 'Bea Berger', isSeller: false, rights: 'member' },
  { role: 'seller', name: 'Selma Sommer', isSeller: true, rights: 'member' },
  { role: 'master', name: 'Matthias Meister', isSeller: true, rights: 'member' },
  { role: 'editor', name: 'Edda Ehlers', isSeller: false, rights: 'editor' },
  { role: 'admin', name: 'Adrian Amberg', isSeller: false, rights: 'admin' },
]

interface NewPerson {
  email: string
  world: string
  name: string
  slug: string
  passwordHash: string | null
  isSeller: boolean
  rights: 'member' | 'editor' | 'admin'
  createdAt?: Date
}

/**
 * The named cast of development, API tests and e2e, homed in world de, all with one password (given hashed).
 * Safe to repeat. Returns the account ids by role.
 */
export async function insertCast(
  db: Db,
  options: { passwordHash: string; slugify: Slugify },
): Promise<Record<CastRole, number>> {
  const ids: Partial<Record<CastRole, number>> = {}
  for (const { role, name, isSeller, rights } of cast) {
    const slug = options.slugify(name, castWorld)
    const { passwordHash } = options
    const person = { email: castEmail(role), world: castWorld, name, slug, passwordHash, isSeller, rights }
    ids[role] = await insertPerson(db, person)
    if (isSeller) {
      await insertProfile(db, {
        accountId: ids[role],
        world: castWorld,
        name,
        slug,
        certified: role === 'master',
      })
    }
  }
  return ids as Record<CastRole, number>
}

export function castEmail(role: CastRole): string {
  return `${role}@aularium.example`
}

/**
 * Accounts and profiles of a demo world's authors and accounts of its buyers, none with a password: nobody can log
 * in as them. The author `seller` of world de is the cast's seller, whose account must exist. Safe to repeat.
 * Returns the account ids by the keys of the catalogue.
 */
export async function insertDemoAccounts(
  db: Db,
  demoWorld: DemoWorld,
  options: { slugify: Slugify },
): Promise<{ authors: Map<string, number>; buyers: Map<string, number> }> {
  const { world } = demoWorld
  const authors = new Map<string, number>()
  const buyers = new Map<string, number>()
  for (const author of demoWorld.authors) {
    const isCast = world === castWorld && author.key === 'seller'
    const slug = options.slugify(author.publicName, world)
    const accountId = await insertPerson(db, {
      email: isCast ? castEmail('seller') : `${world}-${author.key}@aularium.example`,
      world,
      name: author.publicName,
      slug,
      passwordHash: null,
      isSeller: true,
      rights: 'member',
      createdAt: new Date(author.since),
    })
    const { publicName: name, subtitle, description, since } = author
    await insertProfile(db, { accountId, world, name, slug, subtitle, description, since: new Date(since) })
    authors.set(author.key, accountId)
  }
  for (const buyer of demoWorld.buyers) {
    const accountId = await insertPerson(db, {
      email: `${world}-${buyer.key}@aularium.example`,
      world,
      name: buyer.displayName,
      slug: options.slugify(buyer.displayName, world),
      passwordHash: null,
      isSeller: false,
      rights: 'member',
    })
    buyers.set(buyer.key, accountId)
  }
  return { authors, buyers }
}

/** Returns the account of this address, made or refreshed; a password once set is kept. */
async function insertPerson(db: Db, person: NewPerson): Promise<number> {
  const createdAt = person.createdAt ?? new Date()
  const shown = { public_name: person.name, slug: person.slug, is_seller: person.isSeller }
  const { id } = await db
    .insertInto('account')
    .values({
      ...shown,
      world: person.world,
      email: person.email,
      password_hash: person.passwordHash,
      role: person.rights,
      creation_source: 'seed',
      agb_accepted_version: legalTextVersion,
      agb_accepted_at: createdAt,
      email_confirmed_at: createdAt,
      created_at: createdAt,
    })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({
        ...shown,
        ...(person.passwordHash === null ? {} : { password_hash: person.passwordHash }),
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface NewProfile {
  accountId: number
  world: string
  name: string
  slug: string
  subtitle?: string
  description?: string
  since?: Date
  certified?: boolean
}

async function insertProfile(db: Db, profile: NewProfile): Promise<void> {
  const shown = {
    public_name: profile.name,
    slug: profile.slug,
    subtitle: profile.subtitle ?? '',
    description: profile.description ?? '',
  }
  await db
    .insertInto('author_profile')
    .values({
      ...shown,
      account_id: profile.accountId,
      world: profile.world,
      teachable_certified: profile.certified ?? false,
      author_since: profile.since ?? new Date(),
    })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet(
          profile.subtitle === undefined ? { public_name: profile.name, slug: profile.slug } : shown,
        ),
    )
    .execute()
}
