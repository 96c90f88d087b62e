import { sql } from 'kysely'
import type { Deps } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { transaction } from '#platform/db/transaction.ts'
import { seededRandom } from './catalogue/sheets/random.ts'
import type { DemoMaterial, DemoWorld } from './catalogue/types.ts'
import { daysBefore } from './days-before.ts'
import { draftOrders, insertOrders, type SoldMaterial } from './orders.ts'
import { type DemoPictures, insertPictures } from './pictures.ts'

/** Who has fewer materials needs no sections. */
const fewestForSections = 6
/** Fewer are no shelf. */
const smallestSection = 2
const largestSection = 8

interface Depth {
  demo: DemoWorld
  people: ReadonlyMap<string, number>
  materials: ReadonlyMap<string, SoldMaterial>
}

/**
 * What grows around a catalogue in years: orders, followers, shop sections, pictures, traders, new versions, answers.
 * All in one transaction per world, so that it is there whole or not at all. Safe to repeat.
 */
export async function seedDepth(
  deps: Pick<Deps, 'db' | 'storage' | 'termsVersion'>,
  demo: DemoWorld,
  { people, pictures }: { people: ReadonlyMap<string, number>; pictures: DemoPictures },
): Promise<void> {
  const { world } = demo
  const authors = demo.authors.flatMap(({ key, publicName }) => {
    const id = people.get(key)
    return id === undefined ? [] : [{ id, publicName }]
  })
  const authorIds = authors.map(({ id }) => id)
  await transaction(deps.db, async (tx) => {
    const known = await tx
      .selectFrom('author_section')
      .select('id')
      .where('author_id', 'in', authorIds)
      .executeTakeFirst()
    if (known !== undefined) return
    const depth = { demo, people, materials: await soldMaterials(tx, demo, people) }
    await insertOrders(tx, { world, termsVersion: deps.termsVersion(world) }, draftOrders(demo, depth))
    await insertSections(tx, depth)
    await insertFollows(tx, depth)
    await insertTraders(tx, depth)
    await ageFiles(tx, depth)
    await insertVersions(tx, depth)
    await insertVoices(tx, depth)
    await insertPictures(tx, deps, { authors, pictures })
  })
}

/** Published materials of the demo by key. */
export async function soldMaterials(
  tx: Db,
  demo: DemoWorld,
  people: ReadonlyMap<string, number>,
): Promise<Map<string, SoldMaterial>> {
  const rows = await tx
    .selectFrom('material')
    .select(['id', 'author_id as authorId', 'title', 'price_cents as priceCents'])
    .where('world', '=', demo.world)
    .where('status', '=', 'published')
    .where('author_id', 'in', [...people.values()])
    .execute()
  const byName = new Map(rows.map((row) => [`${row.authorId} ${row.title}`, row]))
  return new Map(
    demo.materials.flatMap(({ key, authorKey, title }) => {
      const row = byName.get(`${people.get(authorKey)} ${title.normalize('NFC')}`)
      return row ? [[key, row] as const] : []
    }),
  )
}

/** For every other author what is free, what is liked best and what is ready to use. */
async function insertSections(tx: Db, { demo, people, materials }: Depth): Promise<void> {
  const { world } = demo
  const titles = demo.words.sections
  for (const author of demo.authors.filter((_, at) => at % 2 === 0)) {
    const authorId = people.get(author.key)
    const own = demo.materials.filter(({ authorKey }) => authorKey === author.key)
    if (authorId === undefined || own.length < fewestForSections) continue
    const shelves = [
      own.filter(({ priceCents }) => priceCents === 0),
      own.filter(({ reviews }) => reviews.length > 2),
      own.filter(({ materialType }) => materialType === 'worksheet' || materialType === 'test'),
    ]
    for (const [position, shelf] of shelves.entries()) {
      const ids = shelf.slice(0, largestSection).flatMap(({ key }) => materials.get(key)?.id ?? [])
      if (ids.length < smallestSection) continue
      const { id } = await tx
        .insertInto('author_section')
        .values({ world, author_id: authorId, title: titles[position] ?? '', position })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('author_section_item')
        .values(ids.map((materialId) => ({ world, section_id: id, material_id: materialId })))
        .execute()
    }
  }
}

/** Buyers follow some authors, authors one another; every third buyer shows their page to all. */
async function insertFollows(tx: Db, { demo, people }: Depth): Promise<void> {
  const { world } = demo
  const authorIds = demo.authors.flatMap(({ key }) => people.get(key) ?? [])
  const follows = [...demo.buyers, ...demo.authors].flatMap(({ key }, at) => {
    const id = people.get(key)
    if (id === undefined) return []
    const random = seededRandom(`follows/${world}/${key}`)
    return random
      .shuffle(authorIds)
      .filter((authorId) => authorId !== id)
      .slice(0, at < demo.buyers.length ? random.int(2, 7) : random.int(0, 4))
      .map((authorId) => ({
        world,
        owner: `a:${id}`,
        author_id: authorId,
        created_at: daysBefore(random.int(1, 300)),
      }))
  })
  await tx
    .insertInto('author_follow')
    .values(follows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const open = demo.buyers.filter((_, at) => at % 3 === 1).flatMap(({ key }) => people.get(key) ?? [])
  await tx.updateTable('account').set({ is_private_profile: false }).where('id', 'in', open).execute()
}

async function insertTraders(tx: Db, { demo, people }: Depth): Promise<void> {
  const { world } = demo
  const traders = demo.authors
    .filter(({ key }) => key === 'author2' || key === 'author8')
    .flatMap(({ key, publicName }, at) => {
      const authorId = people.get(key)
      if (authorId === undefined) return []
      return [
        {
          author_id: authorId,
          world,
          legal_name: publicName,
          address: demo.words.addresses[at] ?? '',
          email: `${key}.${world}@demo.aularium.example`,
          phone: null,
          trade_register: null,
          vat_id: null,
        },
      ]
    })
  await tx
    .insertInto('author_trader')
    .values(traders)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Files are as old as their materials, not as the seed. */
async function ageFiles(tx: Db, { demo, materials }: Depth): Promise<void> {
  const { world } = demo
  const ids = [...materials.values()].map(({ id }) => id)
  await sql`update material_file f set created_at = m.published_at from material m
    where m.world = ${world} and m.id = any(${ids}::bigint[]) and f.world = m.world and f.material_id = m.id`.execute(
    tx,
  )
  await sql`update material set updated_at = published_at
    where world = ${world} and id = any(${ids}::bigint[])`.execute(tx)
}

/** Every sixth older material has a newer file than its first buyers got. */
async function insertVersions(tx: Db, { demo, materials }: Depth): Promise<void> {
  const { world } = demo
  const notes = demo.words.versionNotes
  const idsOf = (list: readonly DemoMaterial[]) => list.flatMap(({ key }) => materials.get(key)?.id ?? [])
  const renewed = idsOf(
    demo.materials.filter(({ publishedDaysAgo }, at) => at % 6 === 1 && publishedDaysAgo > 40),
  )
  await tx
    .insertInto('material_version')
    .values(
      renewed.map((id, at) => ({
        world,
        material_id: id,
        note: notes[at % notes.length] ?? '',
        created_at: daysBefore(3 + ((at * 5) % 30)),
      })),
    )
    .execute()
  await sql`
    with renewed as (
      update material m set version = version + 1, updated_at = v.created_at from material_version v
      where m.world = ${world} and m.id = any(${renewed}::bigint[]) and v.world = m.world and v.material_id = m.id
      returning m.id, v.created_at
    )
    update material_file f set created_at = renewed.created_at from renewed
    where f.world = ${world} and f.material_id = renewed.id`.execute(tx)
}

/** Answers of authors below reviews, votes for helpful ones, and questions asked before buying. */
async function insertVoices(tx: Db, { demo, people, materials }: Depth): Promise<void> {
  const { world } = demo
  const { replies, questions } = demo.words
  const ids = [...materials.values()].map(({ id }) => id)
  const buyerIds = demo.buyers.flatMap(({ key }) => people.get(key) ?? [])
  await sql`
    update review set reply = (${[...replies]}::text[])[1 + listed.place % ${replies.length}],
      replied_at = least(now(), review.created_at + interval '30 hours')
    from (select id, row_number() over (order by material_id, id) as place from review
      where world = ${world} and material_id = any(${ids}::bigint[]) and text <> '') listed
    where review.world = ${world} and review.id = listed.id and listed.place % 7 = 2`.execute(tx)
  await sql`
    with voted as (
      insert into review_vote (world, review_id, account_id)
      select r.world, r.id, b.id from
        (select world, id, account_id, row_number() over (order by material_id, id) as place from review
          where world = ${world} and material_id = any(${ids}::bigint[])) r
        join unnest(${buyerIds}::bigint[]) with ordinality as b (id, seat) on b.id <> r.account_id
      where (r.place * 5 + b.seat * 3) % 13 < r.place % 4
      returning review_id
    )
    update review set helpful_count = counted.votes
    from (select review_id, count(*) as votes from voted group by review_id) counted
    where review.world = ${world} and review.id = counted.review_id`.execute(tx)
  const asked = demo.materials
    .filter(({ reviews }) => reviews.length > 3)
    .flatMap(({ key }, at) => {
      const material = materials.get(key)
      const question = questions[at % questions.length]
      const accountId = buyerIds[at % buyerIds.length]
      if (material === undefined || question === undefined || accountId === undefined) return []
      const days = 4 + (at % 9)
      return [
        {
          world,
          material_id: material.id,
          author_id: material.authorId,
          account_id: accountId,
          ...question,
          created_at: daysBefore(days + 1),
          answered_at: daysBefore(days),
        },
      ]
    })
  await tx.insertInto('material_question').values(asked).execute()
}
