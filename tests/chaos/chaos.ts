import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '#platform/db/embedded/embedded.ts'
import { createClient } from '../support/http-client.ts'
import { type Ending, endings } from '../support/postmaster.ts'
import { type Product, startProduct } from '../support/product.ts'
import { auditBooks, unsettled } from './books.ts'
import { buyWithoutEnd, bystanders, cartOf, type Market } from './buyers.ts'
import { giveWithoutEnd, makeVouchers } from './givers.ts'
import { type Loss, loseDatabase } from './losses.ts'
import { type Payouts, payOutWithoutEnd } from './payers.ts'
import { auditFiles } from './payout-laws.ts'
import { type Gossip, startGossip } from './provider.ts'
import { readWithoutEnd } from './readers.ts'
import { refundWithoutEnd } from './refunders.ts'
import { workWithoutEnd } from './worker.ts'

/*
 * `npm run test:chaos`: people buy, with vouchers, gift cards and credit, are refunded and read without end, sellers are paid out and some of it comes back, banks call money back, and
 * the provider repeats, delays and shuffles its words. Meanwhile the web process is killed with SIGKILL at random moments of
 * their payments, a worker and runs of payouts beside it all the time, then its database in three ways, then the web process
 * is told to end (SIGTERM) and started again.
 * Afterwards the books are audited. Exits non-zero on any violation.
 * `--kills 50 --database-kills 10 --restarts 5 --buyers 8 --readers 8 --seed 1 --port 4550`
 */

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    'database-kills': { type: 'string', default: '10' },
    restarts: { type: 'string', default: '5' },
    buyers: { type: 'string', default: '8' },
    readers: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
    port: { type: 'string', default: '4550' },
  },
})
const kills = Number(values.kills)
const databaseKills = Number(values['database-kills'])
const restarts = Number(values.restarts)
const buyers = Number(values.buyers)
const readers = Number(values.readers)
const port = Number(values.port)

/** How long the provider's retries may take until all is told. */
const settleSeconds = 300
/** From the moment the database takes connections again. */
const wholeWithinMs = 5_000

if (!existsSync('dist/server/main.mjs')) {
  console.error('There is no build: run `npm run build` first.')
  process.exit(2)
}
const dataDir = await mkdtemp(join(tmpdir(), 'aularium-chaos-'))
await chmod(dataDir, 0o711)
try {
  process.exitCode = await run()
} finally {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
}

async function run(): Promise<number> {
  const random = generator(Number(values.seed))
  let product = await startProduct({ port, dataDir, patienceSeconds: 900 })
  const since = new Date()
  const market: Market = {
    base: product.base,
    materialIds: await pricedMaterials(product.base),
    attempts: [],
    paying: 0,
    surprises: [],
    hear: () => undefined,
    refunds: 0,
    refundsRefused: 0,
    cut: undefined,
    isOver: false,
  }
  const people = await bystanders(market, 20)
  console.log(
    `${market.materialIds.length} materials, ${buyers} buyers, ${readers} readers, ${people.length} bystanders`,
  )
  await makeVouchers(market, dataDir)
  const gossip = startGossip(market, dataDir, random)
  market.hear = gossip.hear
  const payouts = payOutWithoutEnd(market, dataDir, random)
  const workerKills = workWithoutEnd(market, dataDir, random)
  const workers = [
    refundWithoutEnd(market, dataDir, random),
    ...Array.from({ length: 2 }, () => giveWithoutEnd(market, random)),
    ...Array.from({ length: buyers }, () => buyWithoutEnd(market, random)),
    ...Array.from({ length: readers }, () => readWithoutEnd(market, random)),
  ]

  const starts: number[] = []
  let paying = 0
  for (let kill = 1; kill <= kills; kill++) {
    paying += await untilSomebodyPays(market, random)
    await product.kill()
    product = await startProduct({ port, dataDir, patienceSeconds: 180 })
    starts.push(product.readyMs)
    if (kill % 10 === 0)
      console.log(`  ${kill} kills of web, ${acknowledgedOf(market)} acknowledged payments`)
  }

  const losses: Loss[] = []
  for (let kill = 0; kill < databaseKills; kill++) {
    await untilSomebodyPays(market, random)
    losses.push(await loseDatabase({ product, dataDir, ending: endingOf(kill) }))
    const death = product.death()
    if (death === undefined) continue
    market.surprises.push(`the web process ended with its database: ${death}`)
    product = await startProduct({ port, dataDir, patienceSeconds: 180 })
  }

  const stops: number[] = []
  const cut: string[] = []
  for (let restart = 0; restart < restarts; restart++) {
    await untilSomebodyPays(market, random)
    market.cut = cut
    const started = performance.now()
    await product.stop()
    stops.push(performance.now() - started)
    market.cut = undefined
    product = await startProduct({ port, dataDir, patienceSeconds: 180 })
  }

  await pause(3000)
  market.isOver = true
  await Promise.all(workers)
  await gossip.end()
  const paidOut = await payouts
  const wrong = await audit({ product, market, people, since, paidOut, gossip })
  for (const { ending, wholeMs, waits } of losses)
    if (wholeMs > wholeWithinMs)
      wrong.push(`whole only ${seconds(wholeMs)} after the return (${ending}), ms: ${JSON.stringify(waits)}`)
  if (cut.length > 0) wrong.push(`requests cut by SIGTERM: ${cut.length}, e.g. ${cut[0]}`)
  console.log(`
kills during payment      ${kills} (on average ${(paying / Math.max(1, kills)).toFixed(1)} payments under way)
slowest restart           ${seconds(Math.max(0, ...starts))}
kills of the database     ${losses.length}
  away                    ${spread(losses.map(({ awayMs }) => awayMs))}
  whole after its return  ${spread(losses.map(({ wholeMs }) => wholeMs))}
  longest waits, ms       ${JSON.stringify(longest(losses.map(({ waits }) => waits)))}
restarts by SIGTERM       ${stops.length}, ended after ${spread(stops)}
  requests cut            ${cut.length}
attempts                  ${market.attempts.length}
acknowledged payments     ${acknowledgedOf(market)}
refunds promised          ${market.refunds}, ${market.refundsRefused} refused as done before
kills of the worker       ${await workerKills}
payout runs               ${paidOut.runs}, ${paidOut.runsKilled} of them killed
payouts sent to the bank  ${paidOut.inFiles.size}
disputes                  ${gossip.disputes.size}
webhooks of the gossip    ${gossip.delivered()} taken
violations                ${wrong.length}`)
  for (const line of wrong) console.log(`  ${line}`)
  return wrong.length === 0 && acknowledgedOf(market) > 0 ? 0 : 1
}

/** A random moment of somebody's payment; gives how many pay. */
async function untilSomebodyPays(market: Market, random: () => number): Promise<number> {
  await pause(300 + random() * 1700)
  while (market.paying === 0) await pause(1)
  return market.paying
}

function endingOf(turn: number): Ending {
  const all = Object.keys(endings) as Ending[]
  return all[turn % all.length] as Ending
}

/** The longest of each name. */
function longest(all: readonly Record<string, number>[]): Record<string, number> {
  const names = Object.keys(all[0] ?? {})
  return Object.fromEntries(names.map((name) => [name, Math.max(...all.map((each) => each[name] ?? 0))]))
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`
}

function spread(times: readonly number[]): string {
  if (times.length === 0) return '-'
  const sorted = times.toSorted((one, other) => one - other)
  return `${seconds(sorted[Math.floor(sorted.length / 2)] as number)} (median), ${seconds(sorted.at(-1) as number)} (slowest)`
}

async function audit(input: {
  product: Product
  market: Market
  people: Awaited<ReturnType<typeof bystanders>>
  since: Date
  paidOut: Payouts
  gossip: Gossip
}): Promise<string[]> {
  const { product, market, people, since, paidOut, gossip } = input
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
    wrong.push(
      ...(await auditBooks(client, since, market.attempts, gossip.disputes)),
      ...(await auditFiles(client, paidOut)),
    )
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
