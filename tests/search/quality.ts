import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '#platform/db/embedded/embedded.ts'
import { migrate } from '#platform/db/migrate.ts'
import { createDb } from '#platform/db/pool.ts'
import { seedTaxonomy } from '#platform/db/taxonomy.ts'
import { createPostgresSearch } from '#platform/gateways/search/postgres.ts'
import type { SearchEngine } from '#platform/gateways/search/search-engine.ts'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { type IndexedKeys, indexDemo } from './catalogue.ts'
import { isHard, type Judged, type JudgedSimilar, readJudged, readSimilar } from './judged.ts'
import { mean, ndcg } from './ndcg.ts'

const goals = { everyday: 0.95, hard: 0.88, similar: 0.8 } as const
const similarShown = 6
const depth = 10

interface Scored {
  query: string
  class: string
  score: number
  found: string[]
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { verbose: { type: 'boolean', default: false }, sets: { type: 'string' } },
  })
  const dataDir = await mkdtemp(join(tmpdir(), 'aularium-quality-'))
  // mkdtemp closes the folder, but under root the server runs as somebody else.
  await chmod(dataDir, 0o711)
  const server = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })
  try {
    await migrate({ databaseUrl: server.databaseUrl })
    const { db, pool } = createDb({ databaseUrl: server.databaseUrl, max: 2 })
    await seedTaxonomy(db)
    const engine = createPostgresSearch({ db, pool })
    const keys = await indexDemo(db, engine)
    const missed: string[] = []
    for (const world of liveWorldCodes) {
      const { queries, further } = await readJudged(world, values.sets)
      for (const [name, set] of [
        [world, queries],
        [`${world} further`, further],
      ] as const) {
        if (set.length === 0) continue
        const scored = await scoreWorld(engine, keys, { world, queries: set })
        missed.push(...report(name, scored, values.verbose))
      }
    }
    missed.push(...(await reportSimilar(engine, keys, await readSimilar(), values.verbose)))
    await db.destroy()
    console.log(
      `\ngoals everyday ${goals.everyday}, hard ${goals.hard}, similar ${goals.similar}: ${missed.length === 0 ? 'met' : `MISSED by ${missed.join(', ')}`}`,
    )
    if (missed.length > 0) process.exitCode = 1
  } finally {
    await server.destroy()
  }
}

async function scoreWorld(
  engine: SearchEngine,
  keys: IndexedKeys,
  judged: Pick<Judged, 'world' | 'queries'>,
): Promise<Scored[]> {
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

/** Prints the means of a world, everyday and hard apart, and of each class; gives back the goals it misses. */
function report(world: string, scored: readonly Scored[], verbose: boolean): string[] {
  const kinds = Object.groupBy(scored, (each) => (isHard(each.class) ? 'hard' : 'everyday'))
  const missed = (['everyday', 'hard'] as const).filter((kind) => {
    const members = kinds[kind] ?? []
    if (members.length === 0) return false
    const total = meanScore(members)
    const classes = Object.entries(Object.groupBy(members, (each) => each.class)).map(
      ([name, those = []]) => `${name} ${meanScore(those).toFixed(2)} (${those.length})`,
    )
    console.log(
      `${world}  ${kind} nDCG@${depth} ${total.toFixed(3)}  ${members.length} queries: ${classes.join(', ')}`,
    )
    return total < goals[kind]
  })
  for (const { query, class: kind, score, found } of scored) {
    if (verbose && score < 0.95)
      console.log(`  ${score.toFixed(2)} ${kind} "${query}": ${found.join(' ') || 'nothing'}`)
  }
  return missed.map((kind) => `${world} ${kind}`)
}

/**
 * How many of the judged similar materials are among the first shown, per world; what must not be first counts as
 * nothing found.
 */
async function reportSimilar(
  engine: SearchEngine,
  keys: IndexedKeys,
  judged: JudgedSimilar,
  verbose: boolean,
): Promise<string[]> {
  const idOf = new Map([...keys].map(([id, key]) => [`${id.split('/')[0]}/${key}`, Number(id.split('/')[1])]))
  const missed: string[] = []
  for (const world of liveWorldCodes) {
    const shares: number[] = []
    for (const { of, similar, notFirst } of judged[world] ?? []) {
      const ids = await engine.similar(world, idOf.get(`${world}/${of}`) ?? 0, similarShown)
      const found = ids.map((id) => keys.get(`${world}/${id}`) ?? '')
      const hits = similar.filter((key) => found.includes(key)).length
      const share = notFirst.includes(found[0] ?? '') ? 0 : hits / similar.length
      shares.push(share)
      if (verbose && share < 1) console.log(`  ${share.toFixed(2)} similar to ${of}: ${found.join(' ')}`)
    }
    console.log(`${world}  similar ${mean(shares).toFixed(2)}  ${shares.length} materials`)
    if (mean(shares) < goals.similar) missed.push(`${world} similar`)
  }
  return missed
}

function meanScore(scored: readonly Scored[]): number {
  return mean(scored.map(({ score }) => score))
}

await main()
