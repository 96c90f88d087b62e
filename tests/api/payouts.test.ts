import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payoutHoldDays } from '#platform/limits.ts'
import type { QueuedPayout } from '#shop/money/payouts/rules/contract.ts'
import { makePayouts, makePayoutsOf } from '#shop/money/payouts/server/making.ts'
import type { OwnPayouts } from '#shop/money/payouts/server/service.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import type { Answer } from '../support/http-client.ts'
import { type Sale, sold } from '../support/till.ts'

/** Sellers' money: when it goes, that it goes once, and what becomes of it when it does not arrive. */

const iban = 'DE75512108001245126199'
const seller = {
  ...{ kind: 'private', firstName: 'Anna', lastName: 'Sommer', birthDate: '1980-02-29' },
  ...{ street: 'Lindenweg 4', postcode: '12345', city: 'Berlin', country: 'DE', taxNumber: '12/345/67890' },
}
/** What an author has of a material of 50 euros. */
const shareOf50 = 2941

let app: TestApp
let finance: Person
let names = 0

beforeAll(async () => {
  app = await openTestApp()
  finance = await member(app, 'finance', { role: 'finance' })
})
afterAll(() => app.close())

/** A seller of whom everything is known, since long enough. */
async function knownSeller(): Promise<Person> {
  names += 1
  const person = await member(app, `seller-${names}`, { isSeller: true })
  const bank = { holder: 'Anna Sommer', iban }
  expect((await person.client.api('PUT', '/v1/bank-details', bank)).status).toBe(200)
  expect((await person.client.api('PUT', '/v1/seller-data', seller)).status).toBe(200)
  await sql`update seller_bank set changed_at = now() - interval '30 days' where account_id = ${person.id}`.execute(
    app.deps.db,
  )
  return person
}

function daysFromNow(days: number): Date {
  return new Date(Date.now() + days * 86_400_000)
}
const free = daysFromNow(payoutHoldDays + 1)

async function stateOf(person: Person): Promise<OwnPayouts> {
  return (await person.client.api('GET', '/v1/payouts')).json<OwnPayouts>()
}

async function balanceOf(person: Person) {
  const [balance] = (await stateOf(person)).balances
  return { balance: balance?.balance, onTheWay: balance?.onTheWay, paid: balance?.paid }
}

function step(reference: string, word: string, note?: string): Promise<Answer> {
  return finance.client.api('POST', `/v1/payouts/${reference}/${word}`, {
    ...(note !== undefined && { note }),
  })
}

async function draftOf(person: Person, now = free): Promise<string> {
  expect(await makePayoutsOf(app.deps.db, { id: person.id, world: 'de' }, now)).toBe(1)
  return (await stateOf(person)).payouts[0]?.reference ?? ''
}

async function sentPayout(person: Person): Promise<{ reference: string; batch: number }> {
  const reference = await draftOf(person)
  expect((await step(reference, 'approval')).status).toBe(200)
  const answer = await finance.client.api('POST', '/v1/payout-batches', { currency: 'EUR' })
  expect(answer.status).toBe(201)
  return { reference, batch: answer.json<{ id: number }>().id }
}

function refund(sale: Sale): Promise<Answer> {
  return finance.client.api('POST', `/v1/orders/${sale.reference}/refunds`, { reason: 'Datei beschädigt' })
}

/** What every account comes to; the books hold when all of it is nothing. */
async function sumOfBooks(): Promise<number> {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(amount_cents), 0)::bigint as sum
    from ledger_entry`.execute(app.deps.db)
  return rows[0]?.sum ?? -1
}

describe('bank details', () => {
  test('are sealed in the database, shown by their end alone, and their owner hears of each change', async () => {
    const person = await knownSeller()
    const { rows } = await sql<{ row: string }>`
      select b::text || encode(iban_sealed, 'escape') as row from seller_bank b
      where account_id = ${person.id}`.execute(app.deps.db)
    expect(rows[0]?.row).not.toContain(iban.slice(4))
    const shown = await person.client.api('GET', '/v1/bank-details')
    expect(shown.json()).toEqual({
      bank: expect.objectContaining({ holder: 'Anna Sommer', country: 'DE', lastFour: '6199', bic: null }),
    })
    expect(shown.text).not.toContain(iban)
    const mails = () =>
      app.deps.db.selectFrom('mail').select('template').where('recipient', '=', person.email).execute()
    expect(await mails()).toEqual([{ template: 'security-notice' }])
    await person.client.api('PUT', '/v1/bank-details', { holder: 'Anna Sommer', iban: iban.toLowerCase() })
    expect(await mails()).toHaveLength(1)
    await person.client.api('DELETE', '/v1/bank-details')
    expect(await mails()).toHaveLength(2)
  })

  test.each([
    ['a wrong check sum', { holder: 'Anna', iban: 'DE76512108001245126199' }, { iban: 'invalid' }],
    [
      'a country outside of SEPA',
      { holder: 'Anna', iban: 'TR330006100519786457841326' },
      { iban: 'invalid' },
    ],
    ['nothing', {}, { holder: 'required', iban: 'required' }],
    ['a BIC that is none', { holder: 'Anna', iban, bic: 'X' }, { bic: 'invalid' }],
  ])('%s is refused with its field', async (_, input, fields) => {
    names += 1
    const person = await member(app, `refused-${names}`, { isSeller: true })
    const answer = await person.client.api('PUT', '/v1/bank-details', input)
    expect(answer.status).toBe(422)
    expect(answer.json<{ error: { fields: object } }>().error.fields).toEqual(fields)
  })

  test('ask for the password again, and only sellers have them', async () => {
    const person = await knownSeller()
    await sql`update session set created_at = now() - interval '1 hour' where account_id = ${person.id}`.execute(
      app.deps.db,
    )
    const late = await person.client.api('PUT', '/v1/bank-details', { holder: 'Eva', iban })
    expect([late.status, late.json<{ error: { code: string } }>().error.code]).toEqual([403, 'login_too_old'])
    const buyer = await member(app, 'only-buyer')
    expect((await buyer.client.api('PUT', '/v1/bank-details', { holder: 'Eva', iban })).status).toBe(403)
  })
})

describe('when money goes', () => {
  test('not while buyers may withdraw, not without data, not after a change of the account; then at once', async () => {
    names += 1
    const person = await member(app, `late-${names}`, { isSeller: true })
    await sold(app, { sellers: [person], prices: [5000] })
    const make = (now: Date) => makePayoutsOf(app.deps.db, { id: person.id, world: 'de' }, now)
    expect((await stateOf(person)).balances[0]).toMatchObject({
      ...{ balance: shareOf50, pending: shareOf50, payable: 0 },
      reasons: ['no_seller_data', 'no_bank', 'waiting'],
    })
    expect(await make(free)).toBe(0)
    await person.client.api('PUT', '/v1/seller-data', seller)
    await person.client.api('PUT', '/v1/bank-details', { holder: 'Anna Sommer', iban })
    expect((await stateOf(person)).balances[0]?.reasons).toEqual(['bank_changed', 'waiting'])
    expect(await make(new Date())).toBe(0)
    await person.client.api('PUT', '/v1/payouts/pause', {})
    expect(await make(free)).toBe(0)
    await person.client.api('DELETE', '/v1/payouts/pause')
    expect(await make(free)).toBe(1)
    expect(await make(free)).toBe(0)
    expect(await balanceOf(person)).toEqual({ balance: 0, onTheWay: shareOf50, paid: 0 })
  })

  test('little sums wait', async () => {
    const person = await knownSeller()
    await sold(app, { sellers: [person], prices: [1600] })
    expect(await makePayoutsOf(app.deps.db, { id: person.id, world: 'de' }, free)).toBe(0)
    await sold(app, { sellers: [person], prices: [1600] })
    expect(await makePayoutsOf(app.deps.db, { id: person.id, world: 'de' }, free)).toBe(1)
  })
})

describe('exactly once', () => {
  test('however many workers make them at once', async () => {
    const person = await knownSeller()
    await sold(app, { sellers: [person], prices: [5000] })
    const runs = Array.from({ length: 8 }, () =>
      makePayoutsOf(app.deps.db, { id: person.id, world: 'de' }, free),
    )
    expect((await Promise.all(runs)).reduce((sum, made) => sum + made, 0)).toBe(1)
    expect(await balanceOf(person)).toEqual({ balance: 0, onTheWay: shareOf50, paid: 0 })
    expect(await sumOfBooks()).toBe(0)
  })

  test('pain 5: each into one file, however many people press the button at once; the file stays the same', async () => {
    const people = [await knownSeller(), await knownSeller(), await knownSeller()]
    for (const person of people) {
      await sold(app, { sellers: [person], prices: [5000] })
      await step(await draftOf(person), 'approval')
    }
    const asked = await Promise.all(
      Array.from({ length: 6 }, () => finance.client.api('POST', '/v1/payout-batches', { currency: 'EUR' })),
    )
    const made = asked
      .filter(({ status }) => status === 201)
      .map((answer) => answer.json<{ id: number }>().id)
    expect(asked.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
    const files = await Promise.all(
      [...made, ...made].map((id) => finance.client.api('GET', `/v1/payout-batches/${id}/file`)),
    )
    for (const [index] of made.entries()) expect(files[index]?.text).toBe(files[index + made.length]?.text)
    const ids = files
      .slice(0, made.length)
      .flatMap(({ text }) => [...text.matchAll(/<EndToEndId>(.*?)</g)].map(([, id]) => id))
    const own = await Promise.all(people.map(async (each) => (await stateOf(each)).payouts[0]?.reference))
    expect(ids.filter((id) => own.includes(id)).sort()).toEqual(own.sort())
  })

  test('though the worker is killed in the middle, again and again', async () => {
    const people: Person[] = []
    for (let count = 0; count < 12; count += 1) people.push(await knownSeller())
    for (const person of people) await sold(app, { sellers: [person], prices: [5000] })
    for (const wait of [0, 3, 8, 15, 25]) {
      const child = spawn(process.execPath, ['tests/support/payout-worker.ts'], {
        env: { ...process.env, DATABASE_URL: app.databaseUrl, NOW: free.toISOString() },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const gone = once(child, 'exit')
      await once(child.stdout, 'data')
      await new Promise((resolve) => setTimeout(resolve, wait))
      child.kill('SIGKILL')
      await gone
      expect(await sumOfBooks()).toBe(0)
    }
    await Promise.all([makePayouts(app.deps, free), makePayouts(app.deps, free)])
    for (const person of people) {
      const { payouts } = await stateOf(person)
      expect(payouts.map(({ amount }) => amount)).toEqual([shareOf50])
      expect(await balanceOf(person)).toEqual({ balance: 0, onTheWay: shareOf50, paid: 0 })
    }
  }, 120_000)

  test('two people who decide at once: one of them is too late', async () => {
    const person = await knownSeller()
    await sold(app, { sellers: [person], prices: [5000] })
    const reference = await draftOf(person)
    const answers = await Promise.all([
      ...[step(reference, 'approval'), step(reference, 'refusal', 'Doppelt'), step(reference, 'approval')],
      ...[step(reference, 'refusal', 'Doppelt')],
    ])
    const wins = answers.filter(({ status }) => status === 200).length
    expect(wins).toBeGreaterThanOrEqual(1)
    const { balance } = await balanceOf(person)
    const { payouts } = await stateOf(person)
    expect(balance).toBe(payouts[0]?.status === 'refused' ? shareOf50 : 0)
    expect(await sumOfBooks()).toBe(0)
  })
})

describe('what does not arrive', () => {
  test('pain 5: is in the balance again, its seller hears why, and it goes with the next payout to another account', async () => {
    const person = await knownSeller()
    await sold(app, { sellers: [person], prices: [5000] })
    const { reference } = await sentPayout(person)
    expect((await step(reference, 'failure')).status).toBe(422)
    expect((await step(reference, 'failure', 'Konto geschlossen')).status).toBe(200)
    expect((await step(reference, 'paid')).status).toBe(409)
    expect(await balanceOf(person)).toEqual({ balance: shareOf50, onTheWay: 0, paid: 0 })
    expect((await stateOf(person)).payouts[0]).toMatchObject({ status: 'failed', note: 'Konto geschlossen' })
    const mails = await app.deps.db
      .selectFrom('mail')
      .select('template')
      .where('recipient', '=', person.email)
      .orderBy('id')
      .execute()
    expect(mails.map(({ template }) => template).slice(-2)).toEqual(['payout-sent', 'payout-failed'])
    expect((await stateOf(person)).payouts[0]?.settledAt).toEqual(expect.any(String))
    // Not to the same account again, whoever asks and however often.
    const make = () => makePayoutsOf(app.deps.db, { id: person.id, world: 'de' }, free)
    expect([await make(), await make()]).toEqual([0, 0])
    expect((await stateOf(person)).balances[0]?.reasons).toContain('account_refused')
    const mail = await app.deps.db
      .selectFrom('mail')
      .select('text')
      .where('recipient', '=', person.email)
      .where('template', '=', 'payout-failed')
      .executeTakeFirstOrThrow()
    expect(mail.text).toContain('Hinterlege eine andere Bankverbindung')
    const other = { holder: 'Anna Sommer', iban: 'DE89370400440532013000' }
    expect((await person.client.api('PUT', '/v1/bank-details', other)).status).toBe(200)
    await draftOf(person, daysFromNow(payoutHoldDays + 30))
    expect(await balanceOf(person)).toEqual({ balance: 0, onTheWay: shareOf50, paid: 0 })
  })

  test('goes to the same account again where finance says that the account is right', async () => {
    const person = await knownSeller()
    await sold(app, { sellers: [person], prices: [5000] })
    const { reference } = await sentPayout(person)
    const failed = await finance.client.api('POST', `/v1/payouts/${reference}/failure`, {
      ...{ note: 'Datei abgelehnt', isAccountRight: true },
    })
    expect(failed.json()).toMatchObject({ status: 'failed', settledAt: expect.any(String) })
    await draftOf(person)
  })

  test('comes back after it was paid, too; every step has its name in the log', async () => {
    const person = await knownSeller()
    await sold(app, { sellers: [person], prices: [5000] })
    const { reference } = await sentPayout(person)
    const paid = await step(reference, 'paid')
    expect(paid.json()).toMatchObject({ status: 'paid', settledAt: expect.any(String) })
    expect(await balanceOf(person)).toEqual({ balance: 0, onTheWay: 0, paid: shareOf50 })
    expect((await step(reference, 'failure', 'Rückläufer')).status).toBe(200)
    expect(await balanceOf(person)).toEqual({ balance: shareOf50, onTheWay: 0, paid: 0 })
    const log = await finance.client.api('GET', `/v1/payouts/${reference}/log`)
    const { steps } = log.json<{ steps: { status: string; by: string | null }[] }>()
    expect(steps.map(({ status, by }) => [status, by])).toEqual([
      ['draft', null],
      ['approved', 'finance'],
      ['sent', 'finance'],
      ['paid', 'finance'],
      ['failed', 'finance'],
    ])
    expect(await sumOfBooks()).toBe(0)
  })

  test('a refund after the payout is taken off the next one', async () => {
    const person = await knownSeller()
    const sale = await sold(app, { sellers: [person], prices: [5000] })
    const { reference } = await sentPayout(person)
    await step(reference, 'paid')
    expect((await refund(sale)).status).toBe(201)
    const owing = (await stateOf(person)).balances[0]
    expect([owing?.balance, owing?.reasons]).toEqual([-shareOf50, ['owed']])
    const next = daysFromNow(payoutHoldDays + 40)
    const make = () => makePayoutsOf(app.deps.db, { id: person.id, world: 'de' }, next)
    expect(await make()).toBe(0)
    await sold(app, { sellers: [person], prices: [5000] })
    expect(await make()).toBe(0)
    await sold(app, { sellers: [person], prices: [5000] })
    expect(await make()).toBe(1)
    expect((await stateOf(person)).payouts[0]?.amount).toBe(shareOf50)
  })
})

describe('finance', () => {
  test('sees who is open, finds a seller, holds and lets go; nobody else does', async () => {
    const person = await knownSeller()
    await sold(app, { sellers: [person], prices: [5000] })
    const reference = await draftOf(person)
    const find = async (search: string) =>
      (await finance.client.api('GET', `/v1/payout-queue?search=${encodeURIComponent(search)}`)).json<{
        payouts: QueuedPayout[]
      }>().payouts
    expect((await find(person.email)).map((row) => row.reference)).toEqual([reference])
    expect((await find(reference))[0]?.facts).toEqual({
      ...{ hasBank: true, bankChangedAt: expect.any(String), tax: 'whole' },
      ...{ sales: 1, refunds: 0, disputes: 0 },
    })
    expect((await step(reference, 'hold', 'Wir prüfen die Verkäufe.')).status).toBe(200)
    expect((await find(reference))[0]).toMatchObject({ status: 'held', note: 'Wir prüfen die Verkäufe.' })
    expect((await step(reference, 'approval')).status).toBe(200)
    for (const path of ['/v1/payout-queue', '/v1/dac7?year=2026', `/v1/payouts/${reference}/log`])
      expect((await person.client.api('GET', path)).status).toBe(403)
    expect((await person.client.api('POST', `/v1/payouts/${reference}/paid`, {})).status).toBe(403)
    await sql`update seller_bank set changed_at = now() where account_id = ${person.id}`.execute(app.deps.db)
    await finance.client.api('POST', '/v1/payout-batches', { currency: 'EUR' })
    expect((await find(reference))[0]?.status).toBe('approved')
  })
})

test('an author who closes with money on hold leaves a task with its sum, while the bank details are still there', async () => {
  const person = await knownSeller()
  await sold(app, { sellers: [person], prices: [5000] })
  const nobody = await knownSeller()
  for (const { client } of [person, nobody])
    expect((await client.api('POST', '/v1/user/close', { isSure: true })).status).toBe(200)
  const { db } = app.deps
  const tasks = await db
    .selectFrom('operator_task')
    .select('detail')
    .where('kind', '=', 'seller_closed')
    .execute()
  expect(tasks).toEqual([{ detail: { amount: shareOf50, currency: 'EUR', authorId: person.id } }])
  const banks = await db
    .selectFrom('seller_bank')
    .select('account_id')
    .where('account_id', '=', person.id)
    .execute()
  expect(banks).toHaveLength(1)
})
