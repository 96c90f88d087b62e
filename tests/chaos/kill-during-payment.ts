import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { createClient } from '../support/http-client.ts'
import { type Product, startProduct } from '../support/product.ts'
import { auditBooks, unsettled } from './books.ts'
import { buyWithoutEnd, bystanders, cartOf, type Market } from './buyers.ts'

/*
 * `npm run test:chaos`: people buy without end while the web process is killed with SIGKILL at random moments of
 * their payments, fifty times. Afterwards the books are audited. Exits non-zero on any violation.
 * `--kills 50 --buyers 8 --seed 1 --port 4550`
 */

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    buyers: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
    port: { type: 'string', default: '4550' },
  },
})
const [kills, buyers, seed, port] = [values.kills, values.buyers, values.seed, values.port].map(Number) as [
  number,
  number,
  number,
  number,
]

/** How long the provider's retries may take until all is told. */
const settleSeconds = 300

if (!existsSync('dist/server/entry.mjs')) {
  console.error('There is no build: run `npm run build` first.')
  process.exit(2)
}
const dataDir = await mkdtemp(join(tmpdir(), 'aularium-chaos-'))
await chmod(dataDir, 0o711)
try {
  process.exitCode = await run()
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

async function run(): Promise<number> {
  const random = generator(seed)
  let product = await startProduct({ port, dataDir, patienceSeconds: 180 })
  const since = new Date()
  const market: Market = {
    base: product.base,
    materialIds: await pricedMaterials(product.base),
    attempts: [],
    paying: 0,
    surprises: [],
    isOver: false,
  }
  const people = await bystanders(market, 20)
  console.log(
    `${market.materialIds.length} materials, ${buyers} buyers, ${people.length} bystanders, ${kills} kills`,
  )

  const workers = Array.from({ length: buyers }, () => buyWithoutEnd(market, random))
  const restarts: number[] = []
  let paying = 0
  for (let kill = 1; kill <= kills; kill++) {
    await pause(300 + random() * 1700)
    while (market.paying === 0) await pause(1)
    paying += market.paying
    await product.kill()
    product = await startProduct({ port, dataDir, patienceSeconds: 60 })
    restarts.push(product.readyMs)
    if (kill % 10 === 0) console.log(`  ${kill} kills, ${acknowledgedOf(market)} acknowledged payments`)
  }
  await pause(3000)
  market.isOver = true
  await Promise.all(workers)
  const wrong = await audit(product, market, people, since)
  const slowest = Math.max(...restarts)
  console.log(`
kills during payment      ${kills} (on average ${(paying / kills).toFixed(1)} payments under way)
attempts                  ${market.attempts.length}
acknowledged payments     ${acknowledgedOf(market)}
slowest restart           ${(slowest / 1000).toFixed(2)} s
violations                ${wrong.length}`)
  for (const line of wrong) console.log(`  ${line}`)
  return wrong.length === 0 && acknowledgedOf(market) > 0 ? 0 : 1
}

async function audit(
  product: Product,
  market: Market,
  people: Awaited<ReturnType<typeof bystanders>>,
  since: Date,
): Promise<string[]> {
  const wrong = market.surprises.map((surprise) => `an answer nobody should see: ${surprise}`)
  for (const { client, materialIds } of people) {
    const cart = await cartOf(client)
    const wanted = [...materialIds].sort((a, b) => a - b)
    if (cart.join() !== wanted.join())
      wrong.push(`a bystander's cart: ${cart.join()} instead of ${wanted.join()}`)
    client.close()
  }
  const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') })
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  try {
    // A webhook that was under way at a kill is told again by the provider, after a while.
    const started = performance.now()
    while ((await unsettled(client)) > 0 && performance.now() - started < settleSeconds * 1000)
      await pause(500)
    console.log(
      `the last webhook arrived ${((performance.now() - started) / 1000).toFixed(0)} s after the last buyer`,
    )
    wrong.push(...(await auditBooks(client, since, market.attempts)))
  } finally {
    await client.end()
    await product.stop()
    await server.destroy()
  }
  return wrong
}

async function pricedMaterials(base: string): Promise<number[]> {
  const client = createClient(base)
  const ids: number[] = []
  for (let page = 1; page <= 3; page++) {
    const answer = await client.api('GET', `/v1/search?world=de&page=${page}&sort=newest`)
    const { materials } = answer.json<{
      materials: { id: number; finalPrice: number; isBundle: boolean }[]
    }>()
    ids.push(
      ...materials.filter(({ finalPrice, isBundle }) => finalPrice > 0 && !isBundle).map(({ id }) => id),
    )
  }
  client.close()
  if (ids.length < 10) throw new Error('The demo catalogue has too few materials to buy.')
  return ids
}

function acknowledgedOf(market: Market): number {
  return market.attempts.filter(({ acknowledged }) => acknowledged).length
}

/** A small seeded generator (mulberry32): the same seed, the same choices. */
function generator(start: number): () => number {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
