import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { strangerContext } from '#platform/context/context.ts'
import { payoutHoldDays } from '#platform/limits.ts'
import { sendTransfer } from '#shop/money/payouts/server/bank/transfers.ts'
import { makePayoutsOf } from '#shop/money/payouts/server/making.ts'
import { connectState, type OwnPayouts } from '#shop/money/payouts/server/service.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import type { Answer } from '../support/http-client.ts'
import { FakeStripe } from '../support/stripe.ts'
import { orderOf } from '../support/till.ts'

/** Sellers who are paid out to an account of theirs at Stripe. */

const seller = {
  ...{ kind: 'private', firstName: 'Anna', lastName: 'Sommer', birthDate: '1980-02-29' },
  ...{ street: 'Lindenweg 4', postcode: '12345', city: 'Berlin', country: 'DE', taxNumber: '12/345/67890' },
}
/** What an author has of a material of 50 euros. */
const shareOf50 = 2941
const free = new Date(Date.now() + (payoutHoldDays + 1) * 86_400_000)

let stripe: FakeStripe
let app: TestApp
let finance: Person
let names = 0

beforeAll(async () => {
  stripe = await new FakeStripe().start()
  app = await openTestApp({ environment: stripe.environment })
  finance = await member(app, 'finance', { role: 'finance' })
})
afterAll(async () => {
  await app.close()
  await stripe.stop()
})

async function newSeller(): Promise<Person> {
  names += 1
  const person = await member(app, `seller-${names}`, { isSeller: true })
  expect((await person.client.api('PUT', '/v1/seller-data', seller)).status).toBe(200)
  return person
}

/** Opens the account, says at Stripe who they are and chooses it; the days after a change are over. */
async function connected(person: Person): Promise<string> {
  expect((await person.client.api('POST', '/v1/payouts/connect')).status).toBe(200)
  const account = await accountOf(person)
  stripe.verifySeller(account)
  // What the page asks they come back to.
  const visitor = { kind: 'member', accountId: person.id }
  const context = { ...strangerContext(app.deps, 'de'), visitor } as never
  expect(await connectState(context)).toMatchObject({ hasAccount: true, isReady: true, isChosen: false })
  expect((await person.client.api('PUT', '/v1/payouts/way', { way: 'stripe' })).status).toBe(200)
  await sql`update seller_connect set changed_at = now() - interval '30 days' where account_id = ${person.id}`.execute(
    app.deps.db,
  )
  return account
}

async function accountOf({ id }: Person): Promise<string> {
  const row = await app.deps.db
    .selectFrom('seller_connect')
    .select('stripe_account')
    .where('account_id', '=', id)
    .executeTakeFirstOrThrow()
  return row.stripe_account
}

async function approved(person: Person): Promise<string> {
  const sale = await orderOf(app, { sellers: [person], prices: [5000] })
  const body = JSON.stringify(stripe.pay(sale.providerReference, { fee: 0 }))
  const path = '/api/v1/payments/webhook/stripe'
  await finance.client.send({ method: 'POST', path, headers: stripe.sign(body), body })
  expect(await makePayoutsOf(app.deps.db, { id: person.id, world: 'de' }, free)).toBe(1)
  const reference = (await stateOf(person)).payouts[0]?.reference ?? ''
  expect((await step(reference, 'approval')).status).toBe(200)
  return reference
}

async function stateOf(person: Person): Promise<OwnPayouts> {
  return (await person.client.api('GET', '/v1/payouts')).json<OwnPayouts>()
}

function step(reference: string, word: string, note?: string): Promise<Answer> {
  return finance.client.api('POST', `/v1/payouts/${reference}/${word}`, { ...(note && { note }) })
}

function send(): Promise<Answer> {
  return finance.client.api('POST', '/v1/payouts/transfers')
}

const run = (reference: string) => sendTransfer(app.deps, { world: 'de', reference })

async function standing(person: Person) {
  const { balances, payouts } = await stateOf(person)
  const [balance] = balances
  return { balance: balance?.balance, paid: balance?.paid, status: payouts[0]?.status }
}

async function booked(account: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(e.amount_cents), 0)::int as sum
    from ledger_entry e join ledger_transaction l on l.world = e.world and l.id = e.transaction_id
    where e.ledger_account = ${account} and l.kind like 'payout%'`.execute(app.deps.db)
  return rows[0]?.sum ?? 0
}

describe('a seller’s account at Stripe', () => {
  test('is opened once, leads to Stripe’s page, and can be chosen only when Stripe says that it is ready', async () => {
    const person = await newSeller()
    const [first, second] = await Promise.all([
      person.client.api('POST', '/v1/payouts/connect'),
      person.client.api('POST', '/v1/payouts/connect'),
    ])
    expect([first.status, second.status]).toEqual([200, 200])
    const account = await accountOf(person)
    expect(first.json<{ url: string }>().url).toBe(`https://connect.stripe.com/setup/e/${account}`)
    expect((await person.client.api('PUT', '/v1/payouts/way', { way: 'stripe' })).status).toBe(409)
    expect(stripe.misshapen).toEqual([])
  })

  test('is nobody’s who does not sell, and asks for the password again', async () => {
    const buyer = await member(app, 'only-buys')
    expect((await buyer.client.api('POST', '/v1/payouts/connect')).status).toBe(403)
    expect((await buyer.client.api('POST', '/v1/payouts/transfers')).status).toBe(403)
  })
})

describe('a transfer', () => {
  test('goes to the chosen account once, not into the bank’s file, and is booked from what Stripe holds', async () => {
    const person = await newSeller()
    const account = await connected(person)
    const before = await booked('provider:stripe')
    const reference = await approved(person)
    expect((await finance.client.api('POST', '/v1/payout-batches', { currency: 'EUR' })).status).toBe(409)
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.reduce((sum, each) => sum + each.json<{ sent: number }>().sent, 0)).toBe(1)
    // Nobody says for Stripe that it was paid, or was not.
    expect([
      (await step(reference, 'paid')).status,
      (await step(reference, 'failure', 'Nein')).status,
    ]).toEqual([409, 409])
    const queue = await finance.client.api('GET', `/v1/payout-queue?search=${reference}`)
    expect(queue.json()).toMatchObject({ payouts: [{ reference, isUnderWay: true }] })
    stripe.loseAnswers = 1
    await run(reference).catch(() => undefined)
    await Promise.all([run(reference), run(reference)])
    const sent = [...stripe.transfers.values()].filter((each) => each.transfer_group === reference)
    expect(sent).toMatchObject([{ amount: shareOf50, currency: 'eur', destination: account }])
    expect(await standing(person)).toEqual({ balance: 0, paid: shareOf50, status: 'paid' })
    expect((await booked('provider:stripe')) - before).toBe(-shareOf50)
    expect(stripe.misshapen).toEqual([])
  })

  test('that Stripe refuses is in the balance again, and its seller hears of it', async () => {
    const person = await newSeller()
    const account = await connected(person)
    const reference = await approved(person)
    stripe.verifySeller(account, false)
    await send()
    await run(reference)
    await run(reference)
    expect(await standing(person)).toEqual({ balance: shareOf50, paid: 0, status: 'failed' })
    const mails = await app.deps.db
      .selectFrom('mail')
      .select('id')
      .where('dedupe_key', '=', `payout-failed:${reference}`)
      .execute()
    expect(mails).toHaveLength(1)
  })

  test('is taken back at Stripe first; where nothing is left there, it stays paid', async () => {
    const person = await newSeller()
    await connected(person)
    const reference = await approved(person)
    await send()
    await run(reference)
    const transfer = [...stripe.transfers.values()].find((each) => each.transfer_group === reference)
    Object.assign(transfer ?? {}, { is_spent: true })
    expect((await step(reference, 'failure', 'Irrtum')).status).toBe(409)
    expect(await standing(person)).toEqual({ balance: 0, paid: shareOf50, status: 'paid' })
    Object.assign(transfer ?? {}, { is_spent: false })
    // What the desk has to say first is asked for before the money moves there.
    expect((await step(reference, 'failure', ' ')).status).toBe(422)
    expect(transfer?.amount_reversed).toBe(0)
    const before = await booked('provider:stripe')
    const both = await Promise.all([
      step(reference, 'failure', 'Irrtum'),
      step(reference, 'failure', 'Irrtum'),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(transfer?.amount_reversed).toBe(shareOf50)
    expect(await standing(person)).toEqual({ balance: shareOf50, paid: 0, status: 'failed' })
    expect((await booked('provider:stripe')) - before).toBe(shareOf50)
  })
})
