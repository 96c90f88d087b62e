import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payoutHoldDays } from '#platform/limits.ts'
import type { QueuedPayout } from '#shop/money/payouts/rules/contract.ts'
import { makePayouts, makePayoutsOf } from '#shop/money/payouts/server/making.ts'
import type { Batch } from '#shop/money/payouts/server/service.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import type { Answer } from '../support/http-client.ts'
import { sold } from '../support/till.ts'

/** Two people for money that leaves: who approves a payout neither made its draft nor sends it. */

let app: TestApp
let anna: Person
let bert: Person
let names = 0

beforeAll(async () => {
  app = await openTestApp({ environment: { PAYOUT_FOUR_EYES: 'true' } })
  anna = await member(app, 'anna', { role: 'finance' })
  bert = await member(app, 'bert', { role: 'finance' })
})
afterAll(() => app.close())

const free = new Date(Date.now() + (payoutHoldDays + 1) * 86_400_000)

async function seller(): Promise<Person> {
  names += 1
  const person = await member(app, `seller-${names}`, { isSeller: true })
  await person.client.api('PUT', '/v1/bank-details', {
    holder: 'Anna Sommer',
    iban: 'DE75512108001245126199',
  })
  await person.client.api('PUT', '/v1/seller-data', {
    ...{ kind: 'private', firstName: 'Anna', lastName: 'Sommer', birthDate: '1980-02-29' },
    ...{ street: 'Lindenweg 4', postcode: '12345', city: 'Berlin', country: 'DE', taxNumber: '12/345/67890' },
  })
  await sql`update seller_bank set changed_at = now() - interval '30 days' where account_id = ${person.id}`.execute(
    app.deps.db,
  )
  await sold(app, { sellers: [person], prices: [5000] })
  return person
}

async function queued(person: Person): Promise<QueuedPayout> {
  const answer = await anna.client.api('GET', `/v1/payout-queue?search=${encodeURIComponent(person.email)}`)
  const [row] = answer.json<{ payouts: QueuedPayout[] }>().payouts
  if (row === undefined) throw new Error('no payout')
  return row
}

function step(by: Person, reference: string, word: string): Promise<Answer> {
  return by.client.api('POST', `/v1/payouts/${reference}/${word}`, { note: 'Rückläufer' })
}

function file(by: Person): Promise<Answer> {
  return by.client.api('POST', '/v1/payout-batches', { currency: 'EUR' })
}

const codeOf = (answer: Answer) => [
  answer.status,
  answer.json<{ error?: { code: string } }>().error?.code ?? null,
]
const needsAnother = [403, 'second_person_needed']

test('who approved a payout does not make its file and does not say that it is paid; another one does', async () => {
  const person = await seller()
  await makePayoutsOf(app.deps.db, { id: person.id, world: 'de' }, free)
  const { reference } = await queued(person)
  expect((await step(anna, reference, 'approval')).status).toBe(200)
  expect((await queued(person)).approvedBy).toBe('anna')
  expect(codeOf(await file(anna))).toEqual(needsAnother)
  const made = await file(bert)
  expect([made.status, made.json<Batch>().madeBy, made.json<Batch>().count]).toEqual([201, 'bert', 1])
  expect(codeOf(await step(anna, reference, 'paid'))).toEqual(needsAnother)
  expect((await step(bert, reference, 'paid')).status).toBe(200)
  const log = await anna.client.api('GET', `/v1/payouts/${reference}/log`)
  expect(
    log
      .json<{ steps: { status: string; by: string | null }[] }>()
      .steps.map(({ status, by }) => [status, by]),
  ).toEqual([
    ['draft', null],
    ['approved', 'anna'],
    ['sent', 'bert'],
    ['paid', 'bert'],
  ])
})

test('who made the drafts by hand does not approve them', async () => {
  const person = await seller()
  await makePayouts(app.deps, free, anna.id)
  const { reference } = await queued(person)
  expect(codeOf(await step(anna, reference, 'approval'))).toEqual(needsAnother)
  expect((await step(anna, reference, 'hold')).status).toBe(200)
  expect((await step(bert, reference, 'approval')).status).toBe(200)
})

test('a file takes what others approved and leaves the rest for somebody else', async () => {
  const [first, second] = [await seller(), await seller()]
  for (const { id } of [first, second]) await makePayoutsOf(app.deps.db, { id, world: 'de' }, free)
  await step(anna, (await queued(first)).reference, 'approval')
  await step(bert, (await queued(second)).reference, 'approval')
  expect((await file(bert)).status).toBe(201)
  expect((await queued(first)).status).toBe('sent')
  expect((await queued(second)).status).toBe('approved')
})
