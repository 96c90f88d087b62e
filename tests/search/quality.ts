import { chmod, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDb } from '#server/db/pool.ts'
import { seedTaxonomy } from '#server/db/seed/taxonomy.ts'
import { createPostgresSearch } from '#server/gateways/search/postgres.ts'
import type { SearchEngine } from '#server/gateways/search/search-engine.ts'
import type { LiveWorldCode } from '#shared/contract/world.ts'
import { type IndexedKeys, indexDemo } from './catalogue.ts'
import { mean, ndcg } from './ndcg.ts'

const judgedWorlds = ['de', 'es', 'fr', 'gr', 'it'] as const satisfies LiveWorldCode[]
const goal = 0.9
const depth = 10

/** Grades: 3 is what is meant, 2 is about it in another form, 1 touches it. */
const judgedSchema = z.object({
  world: z.enum(judgedWorlds),
  queries: z.array(
    z.object({
      query: z.string(),
      class: z.string(),
      expected: z.record(z.string(), z.number().int().min(1).max(3)),
    }),
  ),
})
type Judged = z.infer<typeof judgedSchema>

interface Scored {
  query: string
  class: string
  score: number
  found: string[]
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { verbose: { type: 'boolean', default: false } } })
  const dataDir = await mkdtemp(join(tmpdir(), 'aularium-quality-'))
  // mkdtemp closes the folder, but under root the server runs as somebody else.
  await chmod(dataDir, 0o711)
  const server = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })
  try {
    await migrate({ databaseUrl: server.databaseUrl })
    const { db } = createDb({ databaseUrl: server.databaseUrl, max: 2 })
    await seedTaxonomy(db)
    const engine = createPostgresSearch({ db })
    const keys = await indexDemo(db, engine)
    const scores: number[] = []
    for (const world of judgedWorlds) {
      const scored = await scoreWorld(engine, keys, await readJudged(world))
      scores.push(report(world, scored, values.verbose))
    }
    await db.destroy()
    const worst = Math.min(...scores)
    console.log(`\nworst world ${worst.toFixed(3)}, goal ${goal}: ${worst >= goal ? 'met' : 'MISSED'}`)
    if (worst < goal) process.exitCode = 1
  } finally {
    await server.destroy()
  }
}

async function readJudged(world: LiveWorldCode): Promise<Judged> {
  const file = new URL(`./judged/${world}.json`, import.meta.url)
  return judgedSchema.parse(JSON.parse(await readFile(file, 'utf8')))
}

async function scoreWorld(engine: SearchEngine, keys: IndexedKeys, judged: Judged): Promise<Scored[]> {
  const known = new Set([...keys].flatMap(([id, key]) => (id.startsWith(`${judged.world}/`) ? [key] : [])))
  const scored: Scored[] = []
  for (const { query, class: kind, expected } of judged.queries) {
    const unknown = Object.keys(expected).find((key) => !known.has(key))
    if (unknown)
      throw new Error(`${judged.world}: "${query}" expects ${unknown}, which is not in the catalogue`)
    const hits = await engine.search({
      world: judged.world,
      query,
      selected: {},
      sort: 'relevance',
      limit: depth,
      withFacets: false,
    })
    const found = hits.materialIds.map((id) => keys.get(`${judged.world}/${id}`) ?? '')
    scored.push({ query, class: kind, score: ndcg(found, expected, depth), found })
  }
  return scored
}

/** Prints the mean of a world and of each class, and gives back the world's. */
function report(world: string, scored: readonly Scored[], verbose: boolean): number {
  const total = mean(scored.map(({ score }) => score))
  const classes = Object.entries(Object.groupBy(scored, (each) => each.class)).map(
    ([name, members = []]) =>
      `${name} ${mean(members.map(({ score }) => score)).toFixed(2)} (${members.length})`,
  )
  console.log(`${world}  nDCG@${depth} ${total.toFixed(3)}  ${scored.length} queries: ${classes.join(', ')}`)
  for (const { query, class: kind, score, found } of scored) {
    if (verbose && score < 0.95)
      console.log(`  ${score.toFixed(2)} ${kind} "${query}": ${found.join(' ') || 'nothing'}`)
  }
  return total
}

await main()
