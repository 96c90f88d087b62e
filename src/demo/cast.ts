import type { Deps } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { DemoWorld } from './catalogue/types.ts'
import { demoWorld } from './catalogue/worlds.ts'
import { soldMaterials } from './depth.ts'
import { insertOrders } from './orders.ts'
import { castEmail } from './people.ts'

const dayMs = 86_400_000
const world = 'de'

/** What the buyer has bought, with the days since; the first was renewed since then, the others are parts of bundles. */
const bought: readonly (readonly [daysAgo: number, keys: readonly string[]])[] = [
  [64, ['winkel', 'wasserkreislauf']],
  [9, ['bruch-kuerzen']],
]
const favorites = ['pflanze', 'koordinaten', 'paket-sach', 'einmaleins', 'getreide']

/** The cast's buyer has a past: orders (a bundle partly owned), favourites, followed authors, saved searches. */
export async function seedCastDepth({ db, termsVersion }: Pick<Deps, 'db' | 'termsVersion'>): Promise<void> {
  const demo = demoWorld(world)
  await transaction(db, async (tx) => {
    const buyer = await tx
      .selectFrom('account')
      .select('id')
      .where('email', '=', castEmail('buyer'))
      .executeTakeFirstOrThrow()
    const order = await tx
      .selectFrom('purchase_order')
      .select('id')
      .where('account_id', '=', buyer.id)
      .executeTakeFirst()
    if (order !== undefined) return
    const authors = await tx
      .selectFrom('author_profile')
      .select(['account_id', 'public_name'])
      .where('world', '=', world)
      .execute()
    const idByName = new Map(authors.map((row) => [row.public_name, row.account_id]))
    const people = new Map(
      demo.authors.flatMap(({ key, publicName }) => {
        const id = idByName.get(publicName)
        return id === undefined ? [] : [[key, id] as const]
      }),
    )
    const materials = await soldMaterials(tx, demo, people)
    const find = (keys: readonly string[]) => keys.flatMap((key) => materials.get(key) ?? [])
    await insertOrders(
      tx,
      { world, termsVersion: termsVersion(world) },
      bought.map(([daysAgo, keys]) => ({ accountId: buyer.id, daysAgo, items: find(keys) })),
    )
    await insertWishes(tx, demo, find)
    const owner = `a:${buyer.id}`
    await tx
      .insertInto('favorite')
      .values(
        find(favorites).map(({ id }, at) => ({
          world,
          owner,
          material_id: id,
          created_at: new Date(Date.now() - at * 3 * dayMs),
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await tx
      .insertInto('author_follow')
      .values([...people.values()].slice(0, 3).map((authorId) => ({ world, owner, author_id: authorId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await tx
      .insertInto('saved_search')
      .values(
        (demo.words.savedSearches ?? []).map(({ wantsMail, ...search }) => ({
          ...search,
          world,
          account_id: buyer.id,
          wants_mail: wantsMail,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

/** What the colleagues of the cast's master want their school to buy: the material, how urgent it is, why, and how many want it. */
const wishes: readonly (readonly [key: string, priority: 1 | 2 | 3, note: string, votes: number])[] = [
  ['koordinaten', 1, 'Für den Methodentag der Sechser im Februar.', 4],
  ['pflanze', 2, 'Passt genau zum Hochbeet auf dem Pausenhof.', 2],
  ['getreide', 3, '', 1],
]

/** Four buyers of the demo teach at the school of the cast's master, and wish for materials. */
async function insertWishes(
  tx: Db,
  demo: DemoWorld,
  find: (keys: readonly string[]) => { id: number }[],
): Promise<void> {
  const { school_id: schoolId } = await tx
    .selectFrom('school_account')
    .innerJoin('account', 'account.id', 'school_account.account_id')
    .select('school_account.school_id')
    .where('account.email', '=', castEmail('master'))
    .executeTakeFirstOrThrow()
  const names = demo.buyers.slice(0, 4).map(({ displayName }) => displayName)
  const colleagues = await tx
    .selectFrom('account')
    .select('id')
    .where('world', '=', world)
    .where('creation_source', '=', 'demo')
    .where('public_name', 'in', names)
    .orderBy('id')
    .execute()
  await tx
    .insertInto('school_account')
    .values(colleagues.map(({ id }) => ({ account_id: id, world, school_id: schoolId, is_verified: true })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const [key, priority, note, votes] of wishes) {
    const [material] = find([key])
    const [wisher] = colleagues
    if (material === undefined || wisher === undefined) continue
    const wish = { world, school_id: schoolId, material_id: material.id }
    const owner = `s:${schoolId}`
    await tx.insertInto('favorite').values({ world, owner, material_id: material.id }).execute()
    await tx
      .insertInto('school_wish')
      .values({ ...wish, priority, note, wished_by: wisher.id })
      .execute()
    await tx
      .insertInto('school_wish_vote')
      .values(colleagues.slice(0, votes).map(({ id }) => ({ ...wish, account_id: id })))
      .execute()
  }
}
