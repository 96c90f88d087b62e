import { mkdtempSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { foldersFor } from '#loaders/folders.ts'
import type { Context } from '#platform/context/context.ts'
import { startEmbeddedPostgres } from '#platform/db/embedded/embedded.ts'
import { migrate } from '#platform/db/migrate.ts'
import { createDb, type Db } from '#platform/db/pool.ts'
import { createLogger } from '#platform/metrics/log.ts'
import { lookBands } from '#platform/rules/files/page-look.ts'
import { listFavorites } from '#shop/buying/favorites/server/service.ts'
import { listFolderMaterials, listFolders } from '#shop/buying/folders/server/service.ts'
import { ownFollows } from '#shop/community/follow/server/service.ts'
import { ownTitles } from '#shop/selling/charts/server/service.ts'
import { ownBundles } from '#shop/selling/materials/server/bundles/bundle-changes.ts'
import { ownMaterials } from '#shop/selling/materials/server/own.ts'
import { pagesLike } from '#shop/selling/materials/server/previews/look-queries.ts'
import type { MaterialRow } from '#shop/selling/materials/server/queries.ts'
import { databaseCpuSeconds } from './database-cpu.ts'
import { median } from './measure.ts'

/*
 * `node tests/bench/account.ts`: what the pages of an author with many materials ask for, and how fast a new page is compared with
 * a million others. `--materials 10000`, `--pages 1000000`, `--rounds 30`.
 */

const { values } = parseArgs({
  options: {
    materials: { type: 'string', default: '10000' },
    pages: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '30' },
  },
})
const [materials, pages, rounds] = [values.materials, values.pages, values.rounds].map(Number) as [
  number,
  number,
  number,
]
const world = 'de'
const say = (text: string) => process.stdout.write(`${text}\n`)
const load = () =>
  loadavg()
    .map((each) => each.toFixed(1))
    .join(' ')
const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

say(`load of the machine at the start: ${load()}`)
const dataDir = mkdtempSync(join(tmpdir(), 'aularium-account-'))
const embedded = await startEmbeddedPostgres({
  dataDir: join(dataDir, 'postgres'),
  log: createLogger('error'),
})
await migrate({ databaseUrl: embedded.databaseUrl })
const { db } = createDb({
  databaseUrl: embedded.databaseUrl,
  max: 4,
  log: createLogger('error'),
  statementTimeoutMs: 0,
})
const [accountId, otherId] = [await author(db, 'anna'), await author(db, 'bert')]
const firstFolder = await fillAccount(db)
const context = {
  db,
  world,
  env: {},
  visitor: { kind: 'member', accountId, isSeller: true },
} as unknown as Context
const bert = { ...context, visitor: { kind: 'member', accountId: otherId } } as unknown as Context
await measure('own materials, first page', async () => (await ownMaterials(context)).materials.length)
let cursor: string | null = null
for (let page = 0; page < 200; page += 1)
  cursor = (await ownMaterials(context, { after: cursor ?? undefined })).nextCursor
await measure(
  'the same 200 pages further',
  async () => (await ownMaterials(context, { after: cursor ?? undefined })).materials.length,
)
await measure('folder tree with what lies in it', async () => (await listFolders(context))._total)
await measure('the list of an open folder with the tree', async () => {
  const tree = await foldersFor(context, 'own', new URLSearchParams({ folder: String(firstFolder) }))
  return (await ownMaterials(context, tree.choice)).materials.length
})
await measure(
  'what lies in folders, page 40',
  async () => (await listFolderMaterials(context, { page: 40 })).items.length,
)
await measure('titles to choose from', async () => (await ownTitles(context)).length)
await measure('bundles to choose from', async () => (await ownBundles(context)).length)
await fillLists(db)
for (const page of [1, 40])
  await measure(
    `favourites, page ${page}`,
    async () => (await listFavorites(bert, { page, limit: 48 })).items.length,
  )
await measure('the tree above favourites', async () => {
  const tree = await foldersFor(bert, 'favorite', new URLSearchParams())
  return tree.folders.length
})
for (const page of [1, 40])
  await measure(
    `followed authors, page ${page}`,
    async () => (await ownFollows(bert, { page, limit: 50 })).items.length,
  )
await fillLooks(db)
const [row] = (await db
  .selectFrom('material')
  .selectAll()
  .where('author_id', '=', otherId)
  .limit(1)
  .execute()) as MaterialRow[]
if (row === undefined) throw new Error('no material to compare')
await measure(`20 pages compared with ${pages} of others`, async () => (await pagesLike(db, row)).length)
say(`load of the machine at the end: ${load()}`)
await db.destroy()
await embedded.stop()
process.exit(0)

async function measure(what: string, work: () => Promise<number>): Promise<void> {
  const found = await work()
  const times: number[] = []
  const [own, database] = [cpuMs(), databaseCpuSeconds(dataDir)]
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  const cpu = (cpuMs() - own + (databaseCpuSeconds(dataDir) - database) * 1000) / rounds
  say(
    `${what} (${found}): ${median(times).toFixed(1)} ms in the middle, ${Math.min(...times).toFixed(1)} at best, ${Math.max(...times).toFixed(1)} at worst; ${cpu.toFixed(1)} ms of processor time`,
  )
}

async function author(to: Db, name: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into account (world, email, public_name, slug, is_seller)
    values (${world}, ${`${name}@aularium.example`}, ${name}, ${name}, true) returning id`.execute(to)
  const id = Number(rows[0]?.id)
  await sql`insert into author_profile (account_id, world, public_name, slug) values (${id}, ${world}, ${name}, ${name})`.execute(
    to,
  )
  return id
}

/** Materials of Anna, all in her fifty folders on three levels, and one of Bert; answers the largest folder. */
async function fillAccount(to: Db): Promise<number> {
  await sql`insert into material (world, author_id, title, slug, description, language, material_type, currency, price_cents, status,
      published_at, is_bundle)
    select ${world}, case when n = 0 then ${otherId}::bigint else ${accountId}::bigint end, 'Material ' || n, 'material-' || n,
      repeat('Eine Beschreibung. ', 20), 'de', 'worksheet', 'EUR', 390, 'published', now(), n % 100 = 1
    from generate_series(0, ${materials}) n`.execute(to)
  await sql`insert into folder (world, account_id, type, title)
    select ${world}, ${accountId}, 'own', 'Ordner ' || n from generate_series(1, 50) n`.execute(to)
  await sql`update folder f set parent_id = p.id from (select array_agg(id order by id) as ids from folder) a, folder p
    where p.id = case when f.id = any(a.ids[11:30]) then a.ids[1 + f.id % 10] when f.id = any(a.ids[31:50]) then a.ids[11 + f.id % 20] end`.execute(
    to,
  )
  await sql`insert into folder_material (world, folder_id, account_id, material_id)
    select ${world}, (select array_agg(id order by id) from folder)[1 + m.id % 50], ${accountId}, m.id
    from material m where m.author_id = ${accountId}`.execute(to)
  await sql`vacuum analyze`.execute(to)
  const { rows } = await sql<{ id: number }>`select min(id) as id from folder`.execute(to)
  return Number(rows[0]?.id)
}

/** All of Anna's materials as Bert's favourites, in a folder tree like hers, and the most authors one follows (2,000). */
async function fillLists(to: Db): Promise<void> {
  const owner = `a:${otherId}`
  await sql`insert into favorite (world, owner, material_id, created_at)
    select ${world}, ${owner}, id, now() - id * interval '1 second' from material where author_id = ${accountId}`.execute(
    to,
  )
  await sql`insert into folder (world, account_id, type, title)
    select ${world}, ${otherId}, 'favorite', 'Ordner ' || n from generate_series(1, 50) n`.execute(to)
  await sql`insert into folder_material (world, folder_id, account_id, material_id)
    select ${world}, (select array_agg(id order by id) from folder where account_id = ${otherId})[1 + m.id % 50], ${otherId}, m.id
    from material m where m.author_id = ${accountId}`.execute(to)
  await sql`with people as (
      insert into account (world, email, public_name, slug, is_seller)
      select ${world}, 'follow' || n || '@aularium.example', 'Autorin ' || n, 'autorin-' || n, true from generate_series(1, 2000) n
      returning id, slug, public_name)
    , profiles as (insert into author_profile (account_id, world, public_name, slug)
      select id, ${world}, public_name, slug from people returning account_id)
    insert into author_follow (world, owner, author_id) select ${world}, ${owner}, account_id from profiles`.execute(
    to,
  )
  await sql`vacuum analyze`.execute(to)
}

/** Pages of Anna at random, and twenty of Bert, of which one is nearly one of hers. */
async function fillLooks(to: Db): Promise<void> {
  await sql`insert into material_file (world, material_id, type, storage_key, name, media_type, size_bytes, sha256)
    select ${world}, id, 'material_file', 'k' || id, 'a.pdf', 'application/pdf', 1, sha256(id::text::bytea) from material`.execute(
    to,
  )
  const each = Math.ceil(pages / materials)
  await sql`insert into page_look (world, file_id, page, look, detail, bands)
    select world, id, page, substr(detail, 1, 64)::bit(64), detail::bit(256),
      array[(('x' || substr(hex, 1, 4))::bit(16)::int), 65536 + ('x' || substr(hex, 5, 4))::bit(16)::int,
        131072 + ('x' || substr(hex, 9, 4))::bit(16)::int, 196608 + ('x' || substr(hex, 13, 4))::bit(16)::int]
    from (select f.world, f.id, page, hex, ('x' || hex)::bit(256)::text as detail
      from material_file f join material m on m.id = f.material_id and m.author_id = ${accountId}
      cross join generate_series(1, ${each}) page
      cross join lateral (select md5(f.id || ' ' || page) || md5(page || ' ' || f.id) as hex) h) looks`.execute(
    to,
  )
  const { rows } = await sql<{ detail: string }>`
    select detail::text from page_look where page = 1 order by file_id limit 1`.execute(to)
  const { rows: files } = await sql<{ id: number }>`
    select f.id from material_file f join material m on m.id = f.material_id where m.author_id = ${otherId}`.execute(
    to,
  )
  for (let page = 1; page <= 20; page += 1) {
    const detail = page === 1 ? turned(rows[0]?.detail ?? '') : randomBits(page)
    await to
      .insertInto('page_look')
      .values({
        ...{ world, file_id: Number(files[0]?.id), page, look: detail.slice(0, 64), detail },
        bands: lookBands(detail.slice(0, 64)),
      })
      .execute()
  }
  await sql`vacuum analyze page_look`.execute(to)
}

/** The same with seven bits turned, as a page that was saved anew. */
function turned(detail: string): string {
  return [...detail].map((bit, at) => (at % 9 === 0 && at < 60 ? String(1 - Number(bit)) : bit)).join('')
}

function randomBits(seed: number): string {
  return Array.from({ length: 256 }, (_, at) => (Math.imul(seed * 257 + at, 0x9e3779b1) >>> 31) & 1).join('')
}
