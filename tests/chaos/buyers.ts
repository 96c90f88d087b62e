import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, type Client, createClient } from '../support/http-client.ts'

/** What a person was told about one order; the check at the end holds the product to it. */
export interface Attempt {
  email: string
  materialIds: number[]
  reference: string | undefined
  /** The provider said "paid": from here on the product owes the goods. */
  acknowledged: boolean
  /** What the provider calls it. */
  providerReference?: string
  /** The buyer has come back to the shop with it. */
  isBack?: boolean
}

export interface Market {
  base: string
  /** Materials that cost something. */
  materialIds: readonly number[]
  attempts: Attempt[]
  /** How many people are between "order" and "thank you" right now. */
  paying: number
  /** Answers a person should never see. */
  surprises: string[]
  /** A payment of so many cents was made: the provider talks of it. */
  hear: (reference: string, cents: number) => void
  /** How many refunds were promised. */
  refunds: number
  /** How many were asked for where nothing was left. */
  refundsRefused: number
  /** While the process is told to end: requests that came and were not answered. */
  cut: string[] | undefined
  /** Milliseconds from one payment of a buyer to their next; without it they buy as fast as the machine lets them. */
  paceMs?: number
  isOver: boolean
}

interface CartView {
  items: { cart: { cartItems: { material: { id: number } }[]; due: number } }
}

const password = 'a long enough pass phrase 1'
/** Which voucher a cart gets, by its first material. */
const codes = [undefined, undefined, 'CHAOS10', 'CHAOSFEW']

/** Buys without end, until the market closes. Whoever is cut off tries again with the same key, as people do. */
export async function buyWithoutEnd(market: Market, random: () => number): Promise<void> {
  while (!market.isOver) {
    const email = `chaos-${randomBytes(8).toString('hex')}@aularium.example`
    const client = createClient(market.base)
    await stubborn(market, () =>
      client.api('POST', '/v1/user/register?world=de', { email, password, publicName: 'Chaos', agb: true }),
    )
    // Whoever was cut off after the account was made is not logged in: the product tells nobody that it exists.
    if (!client.cookies.has('session')) {
      const login = { grant_type: 'password', username: email, password }
      await stubborn(market, () => client.api('POST', '/v3/oauth2/authenticate?world=de', login))
    }
    const wanted = [...market.materialIds].sort(() => random() - 0.5)
    while (wanted.length > 3 && !market.isOver) {
      const next = pause(market.paceMs ?? 0)
      await buyOnce(market, client, email, wanted.splice(0, 1 + Math.floor(random() * 2)))
      await next
    }
    client.close()
  }
}

/** Buys what is wanted, sometimes with a voucher, and with what credit there is. */
export async function buyOnce(
  market: Market,
  client: Client,
  email: string,
  materialIds: number[],
): Promise<void> {
  for (const materialId of materialIds) {
    await stubborn(market, () => client.api('POST', '/v1/cart/items?world=de', { materialId }))
  }
  const code = codes[(materialIds[0] ?? 0) % codes.length]
  if (code !== undefined)
    await stubborn(market, () => client.api('POST', '/v1/cart/voucher?world=de', { code }))
  const view = await stubborn(market, () => client.api('GET', '/v1/cart/view?world=de'))
  if (view?.status !== 200) return
  const { cart } = view.json<CartView>().items
  const attempt: Attempt = {
    email,
    materialIds: cart.cartItems.map(({ material }) => material.id),
    reference: undefined,
    acknowledged: false,
  }
  if (attempt.materialIds.length === 0) return
  market.attempts.push(attempt)
  market.paying += 1
  try {
    await pay(market, client, attempt, cart.due)
  } finally {
    market.paying -= 1
  }
}

async function pay(market: Market, client: Client, attempt: Attempt, expectedTotal: number): Promise<void> {
  let key = randomBytes(12).toString('hex')
  const order = { country: 'DE', consentImmediate: true, consentWaiver: true, expectedTotal }
  const isPatient = Number.parseInt(key[0] ?? '0', 16) % 4 === 0
  const placed = await stubborn(market, () => {
    // Some wait for the answer to their first click, most load the page again and click anew.
    if (!isPatient) key = randomBytes(12).toString('hex')
    return client.api('POST', '/v1/orders?world=de', order, { 'Idempotency-Key': key })
  })
  // What was paid a moment ago is in no cart any more: the buyer looks at the new one.
  if (placed?.status === 409) return
  // Vouchers and credit can leave a rest below what the provider takes.
  if (placed?.status === 422 && placed.text.includes('too_little_to_pay')) return
  if (placed?.status !== 201) {
    if (placed && !market.isOver)
      market.surprises.push(`order: ${placed.status} ${placed.text.slice(0, 200)}`)
    return
  }
  const { reference, redirectUrl } = placed.json<{ reference: string; redirectUrl: string }>()
  attempt.reference = reference
  const address = new URL(redirectUrl, market.base)
  if (!address.pathname.startsWith('/sandbox-payment/')) {
    // Voucher and credit covered it: the answer said that it is paid.
    attempt.acknowledged = true
    return
  }
  const paid = await stubborn(market, () => client.submit(address.pathname, { outcome: 'pay' }))
  if (paid?.status !== 303) {
    if (paid && !market.isOver) market.surprises.push(`pay: ${paid.status}`)
    return
  }
  attempt.acknowledged = true
  attempt.providerReference = address.pathname.split('/').at(-1) ?? ''
  market.hear(attempt.providerReference, expectedTotal)
  const back = new URL(paid.headers.location ?? '/', market.base)
  const arrived = await stubborn(market, () => client.get(back.pathname + back.search))
  attempt.isBack = arrived?.status === 303
}

/** Tries until the product answers: it is killed all the time. Undefined only when the market is over. */
export async function stubborn(market: Market, call: () => Promise<Answer>): Promise<Answer | undefined> {
  while (true) {
    try {
      const answer = await call()
      // A conflict that names a time is the first call under this key, still running; any other one is the answer.
      const isRunning = answer.status === 409 && answer.headers['retry-after'] !== undefined
      const isBusy = answer.status === 503 || answer.status === 429 || isRunning
      if (!isBusy || market.isOver) return answer
    } catch (error) {
      noteCut(market, error)
      if (market.isOver) return undefined
    }
    await pause(100)
  }
}

/** Nobody listens: that request never came. Every other failure of a call cut one. */
export function noteCut(market: Market, error: unknown): void {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (code !== 'ECONNREFUSED') market.cut?.push(`${code} ${message}`)
}

export interface Bystander {
  client: Client
  materialIds: number[]
}

/** People who only look: what they put into their carts must still be there at the end. */
export async function bystanders(market: Market, count: number): Promise<Bystander[]> {
  const people: Bystander[] = []
  for (let i = 0; i < count; i++) {
    const client = createClient(market.base)
    if (i % 2 === 0) {
      const email = `bystander-${i}-${randomBytes(4).toString('hex')}@aularium.example`
      await client.api('POST', '/v1/user/register?world=de', {
        email,
        password,
        publicName: 'Bystander',
        agb: true,
      })
    }
    const materialIds = market.materialIds.slice(i % 10, (i % 10) + 3)
    for (const materialId of materialIds) await client.api('POST', '/v1/cart/items?world=de', { materialId })
    people.push({ client, materialIds })
  }
  return people
}

/** The ids in a cart, sorted. */
export async function cartOf(client: Client): Promise<number[]> {
  const view = (await client.api('GET', '/v1/cart/view?world=de')).json<CartView>()
  return view.items.cart.cartItems.map(({ material }) => material.id).sort((a, b) => a - b)
}
