import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { url } from '#platform/routing/url.ts'
import { createClient } from '../support/http-client.ts'
import { addressOfDatabase, type Ending, endDatabase, untilDatabaseIsBack } from '../support/postmaster.ts'
import type { Product } from '../support/product.ts'

export interface Loss {
  ending: Ending
  /** From its end until it takes connections again. */
  awayMs: number
  /** From then until everything works that needs it. */
  wholeMs: number
  /** How long each of that was waited for, one after the other. */
  waits: Record<string, number>
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
  const waits = await untilWhole(product, addressOfDatabase(dataDir), back + patienceMs)
  return { ending, awayMs: back - ended, wholeMs: performance.now() - back, waits }
}

async function untilWhole(
  product: Product,
  databaseUrl: string,
  deadline: number,
): Promise<Record<string, number>> {
  const client = createClient(product.base)
  const database = new pg.Client({ connectionString: databaseUrl })
  database.on('error', () => undefined)
  await database.connect()
  const { rows } = await database.query<{ now: Date }>('select now()')
  const answers = async (path: string) => (await client.get(path)).status === 200
  const finds = async (text: string, given: unknown[] = []) =>
    ((await database.query(text, given)).rowCount ?? 0) > 0
  const checks: Record<string, () => Promise<boolean>> = {
    ready: () => answers('/health/ready'),
    read: () => answers('/api/v1/search?world=de&sort=newest'),
    page: () => answers(url('search', { world: 'de', query: { q: `${performance.now()}` } })),
    // A csrf token and a cart: reading and writing.
    write: async () => (await client.api('GET', '/v1/cart/view?world=de')).status === 200,
    notice: async () => !(await client.get(url('home', { world: 'de' }))).text.includes('class="outage"'),
    job: () => finds('select from jobs.job where completed_on > $1 limit 1', [rows[0]?.now]),
    listening: () => finds("select from pg_stat_activity where application_name = 'aularium-listen'"),
  }
  const waits: Record<string, number> = {}
  for (const [name, works] of Object.entries(checks)) {
    const started = performance.now()
    while (!(await works().catch(() => false)) && performance.now() < deadline) await pause(20)
    waits[name] = Math.round(performance.now() - started)
  }
  await database.end()
  client.close()
  return waits
}
