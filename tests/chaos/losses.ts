import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { url } from '#routing/url.ts'
import { createClient } from '../support/http-client.ts'
import { addressOfDatabase, type Ending, endDatabase, untilDatabaseIsBack } from '../support/postmaster.ts'
import type { Product } from '../support/product.ts'

export interface Loss {
  ending: Ending
  /** From its end until it takes connections again. */
  awayMs: number
  /** From then until everything works that needs it. */
  wholeMs: number
}

/** Longer nobody waits for what does not come back. */
const patienceMs = 60_000

/** Ends the database and measures how soon the product is whole: answers, writes, new pages, jobs, no notice any more. */
export async function loseDatabase(loss: {
  product: Product
  dataDir: string
  ending: Ending
}): Promise<Loss> {
  const { product, dataDir, ending } = loss
  await endDatabase(dataDir, ending)
  const ended = performance.now()
  await untilDatabaseIsBack(addressOfDatabase(dataDir))
  const back = performance.now()
  await untilWhole(product, addressOfDatabase(dataDir), back + patienceMs)
  return { ending, awayMs: back - ended, wholeMs: performance.now() - back }
}

async function untilWhole(product: Product, databaseUrl: string, deadline: number): Promise<void> {
  const client = createClient(product.base)
  const database = new pg.Client({ connectionString: databaseUrl })
  database.on('error', () => undefined)
  await database.connect()
  const { rows } = await database.query<{ now: Date }>('select now()')
  const answers = async (path: string) => (await client.get(path)).status === 200
  const checks = [
    () => answers('/health/ready'),
    () => answers('/api/v1/search?world=de&sort=newest'),
    () => answers(url('search', { world: 'de', query: { q: `${performance.now()}` } })),
    // A csrf token and a cart: reading and writing.
    async () => (await client.api('GET', '/v1/cart/view?world=de')).status === 200,
    async () => !(await client.get(url('home', { world: 'de' }))).text.includes('class="outage"'),
    async () => {
      const done = await database.query('select from jobs.job where completed_on > $1 limit 1', [
        rows[0]?.now,
      ])
      return (done.rowCount ?? 0) > 0
    },
    async () => {
      const heard = await database.query(
        "select from pg_stat_activity where application_name = 'aularium-listen'",
      )
      return (heard.rowCount ?? 0) > 0
    },
  ]
  for (const works of checks) {
    while (!(await works().catch(() => false)) && performance.now() < deadline) await pause(20)
  }
  await database.end()
  client.close()
}
