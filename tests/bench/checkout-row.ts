import { randomBytes } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '../support/http-client.ts'
import { createLeanClient, type LeanAnswer, type LeanClient } from './lean-client.ts'
import { percentile } from './measure.ts'
import { type Course, type Row, round } from './rows.ts'

const buyers = 16
const seconds = 20
const password = 'a long enough pass phrase 1'

interface Shop {
  course: Course
  /** Milliseconds of each checkout that was paid. */
  times: number[]
  failures: string[]
}

/** Milliseconds of processor time used so far. */
interface ProductCpu {
  web: number
  database: number
}

/**
 * From an empty cart to a paid order: into the cart, order, pay at the sandbox, come back. Coming back asks the provider and
 * books: order and its number, entitlement, ledger, invoice and its number, mails. One world, so one series of each kind.
 */
export async function checkouts(
  course: Course,
  watch: { deadlocks: () => Promise<number>; cpuMs: () => ProductCpu },
): Promise<Row> {
  const people = await Promise.all(Array.from({ length: buyers }, () => buyer(course.base)))
  // Free things would only lie in the cart until the next one that costs something.
  const materials = course.materials.filter(({ finalPrice }) => finalPrice > 0)
  const shop: Shop = { course: { ...course, materials }, times: [], failures: [] }
  await shopFor(shop, people, 3)
  Object.assign(shop, { times: [] })
  const [started, before, own] = [performance.now(), watch.cpuMs(), process.cpuUsage()]
  await shopFor(shop, people, seconds)
  const [after, { user, system }] = [watch.cpuMs(), process.cpuUsage(own)]
  const each = (ms: number) => round(ms / Math.max(1, shop.times.length))
  const [webMs, databaseMs] = [each(after.web - before.web), each(after.database - before.database)]
  // The buyers take their part of the same two cores.
  const buyersMs = each((user + system) / 1000)
  const perTwoCpuSeconds = round(2000 / (webMs + databaseMs))
  const took = (performance.now() - started) / 1000
  for (const { client } of people) client.close()
  const perSecond = shop.times.length / took
  const [p50, p99] = [percentile(shop.times, 50), percentile(shop.times, 99)]
  const [stuck, [load = 0]] = [await watch.deadlocks(), loadavg()]
  const first = shop.failures[0]
  return {
    what: `full checkout with the sandbox, ${buyers} buyers at once`,
    values: {
      ...{
        perSecond: round(perSecond),
        p50Ms: round(p50),
        p99Ms: round(p99),
        deadlocks: stuck,
      },
      ...{ webMs, databaseMs, buyersMs, perTwoCpuSeconds },
      ...{ failures: shop.failures.length, load: round(load) },
    },
    measured: `${round(perSecond)}/s, p50 ${round(p50)} ms, p99 ${round(p99)} ms, ${stuck} deadlocks, ${shop.failures.length} failures${first === undefined ? '' : ` (${first})`}, processor time each: web ${webMs} ms, database ${databaseMs} ms, the buyers ${buyersMs} ms; ${perTwoCpuSeconds} for two processor seconds of the product; load of the machine ${round(load)}`,
    goal: '>= 40/s on 2 cores, p99 <= 300 ms, 0 deadlocks',
    met: perSecond >= 40 && p99 <= 300 && stuck === 0 && shop.failures.length === 0,
  }
}

interface Buyer {
  client: LeanClient
  /** Where in the catalogue this one shops next. */
  next: number
}

async function buyer(base: string): Promise<Buyer> {
  const client = createClient(base)
  const email = `bench-${randomBytes(8).toString('hex')}@aularium.example`
  await client.api('POST', '/v1/user/register?world=de', { email, password, publicName: 'Bench', agb: true })
  client.close()
  return { client: await createLeanClient(base, client.cookies), next: randomBytes(4).readUInt32LE() }
}

async function shopFor(shop: Shop, people: Buyer[], forSeconds: number): Promise<void> {
  const end = performance.now() + forSeconds * 1000
  await Promise.all(
    people.map(async (person) => {
      while (performance.now() < end) await buyOne(shop, person)
    }),
  )
}

async function buyOne({ course, times, failures }: Shop, person: Buyer): Promise<void> {
  const { client } = person
  person.next += 1
  const materialId = course.materials[person.next % course.materials.length]?.id
  const started = performance.now()
  const added = await client.send(posted('/api/v1/cart/items?world=de', { materialId }))
  // Bought before: not what is measured.
  const cart =
    added.status === 200
      ? readJson<CartView>(await client.send({ method: 'GET', path: '/api/v1/cart/view?world=de' }))
      : undefined
  const expectedTotal = cart?.items.cart.finalPrice ?? 0
  if (expectedTotal === 0) return
  const consents = { consentImmediate: true, consentWaiver: true }
  const order = { country: 'DE', ...consents, expectedTotal }
  const placed = await client.send(posted('/api/v1/orders?world=de', order))
  if (placed.status !== 201)
    return void failures.push(`order ${placed.status} ${placed.body.toString('utf8', 0, 80)}`)
  const { pathname } = new URL(readJson<{ redirectUrl: string }>(placed).redirectUrl)
  const type = 'application/x-www-form-urlencoded'
  const paid = await client.send({ method: 'POST', path: pathname, type, body: 'outcome=pay' })
  const back = new URL(paid.location ?? '/', course.base)
  const returning = { method: 'GET', path: back.pathname + back.search }
  let arrived = await client.send(returning)
  // Somebody else is settling it (the webhook): the page loads itself again.
  for (let again = 0; arrived.status === 200 && again < 20; again += 1) {
    await pause(50)
    arrived = await client.send(returning)
  }
  if (arrived.status !== 303) return void failures.push(`return ${arrived.status}`)
  times.push(performance.now() - started)
}

interface CartView {
  items: { cart: { finalPrice: number } }
}

function posted(path: string, body: object) {
  return { method: 'POST', path, body: JSON.stringify(body) }
}

function readJson<T>({ body }: LeanAnswer): T {
  return JSON.parse(body.toString('utf8')) as T
}
