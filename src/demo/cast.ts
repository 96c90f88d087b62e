import type { Deps } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
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
