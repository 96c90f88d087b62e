import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payoutHoldDays } from '#platform/limits.ts'
import type { PayoutStatus } from '#shop/money/payouts/rules/payout.ts'
import { makePayoutsOf } from '#shop/money/payouts/server/making.ts'
import { dac7Report, remindTaxData } from '#shop/money/payouts/server/reports/dac7.ts'
import { statementsOf } from '#shop/money/payouts/server/reports/statement.ts'
import type { OwnPayouts } from '#shop/money/payouts/server/service.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { orderOf, pay, type Sale, sold } from '../support/till.ts'

/** The books of sellers against the database: whatever happens in whatever order, and a day told to its end. */

let app: TestApp
let finance: Person
let names = 0
const free = new Date(Date.now() + (payoutHoldDays + 1) * 86_400_000)
const month = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Berlin',
  year: 'numeric',
  month: '2-digit',
}).format(new Date())

beforeAll(async () => {
  app = await openTestApp()
  finance = await member(app, 'finance', { role: 'finance' })
})
afterAll(() => app.close())

async function knownSeller(taxNumber: string | undefined = '12/345/67890'): Promise<Person> {
  names += 1
  const person = await member(app, `seller-${names}`, { isSeller: true })
  await person.client.api('PUT', '/v1/bank-details', {
    holder: 'Anna Sommer',
    iban: 'DE75512108001245126199',
  })
  const data = await person.client.api('PUT', '/v1/seller-data', {
    ...{ kind: 'private', firstName: 'Anna', lastName: 'Sommer', birthDate: '1980-02-29', country: 'DE' },
    ...{ street: 'Lindenweg 4', postcode: '12345', city: 'Berlin', ...(taxNumber && { taxNumber }) },
  })
  expect(data.status).toBe(200)
  await sql`update seller_bank set changed_at = now() - interval '30 days' where account_id = ${person.id}`.execute(
    app.deps.db,
  )
  return person
}

async function ownPayouts(person: Person): Promise<OwnPayouts> {
  return (await person.client.api('GET', '/v1/payouts')).json<OwnPayouts>()
}

async function ledgerOf(account: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as sum from ledger_entry
    where ledger_account = ${account}`.execute(app.deps.db)
  return rows[0]?.sum ?? 0
}

async function sumOfBooks(): Promise<number> {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(amount_cents), 0)::bigint as sum
    from ledger_entry`.execute(app.deps.db)
  return rows[0]?.sum ?? -1
}

function make(person: Person): Promise<number> {
  return makePayoutsOf(app.deps.db, { id: person.id, world: 'de' }, free)
}

const words: Readonly<Partial<Record<PayoutStatus, string>>> = {
  approved: 'approval',
  held: 'hold',
  refused: 'refusal',
  paid: 'paid',
  failed: 'failure',
}

async function move(person: Person, to: PayoutStatus): Promise<void> {
  const newest = (await ownPayouts(person)).payouts[0]
  if (newest === undefined) return
  const path =
    to === 'sent' ? '/v1/payout-batches' : `/v1/payouts/${newest.reference}/${words[to] ?? 'approval'}`
  const answer = await finance.client.api(
    'POST',
    path,
    to === 'sent' ? { currency: 'EUR' } : { note: 'Weil.' },
  )
  expect([200, 201, 409]).toContain(answer.status)
}

test('in any order of sales, refunds and payouts the books sum to nothing and the balance is what they say', async () => {
  const action = fc.oneof(
    fc.record({ kind: fc.constant('sale' as const), price: fc.integer({ min: 900, max: 9000 }) }),
    fc.record({ kind: fc.constant('refund' as const), sale: fc.nat(3) }),
    fc.record({ kind: fc.constant('make' as const) }),
    fc.record({
      kind: fc.constant('move' as const),
      to: fc.constantFrom<PayoutStatus>('approved', 'held', 'refused', 'sent', 'paid', 'failed'),
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 6, maxLength: 12 }), async (actions) => {
      const person = await knownSeller()
      const sales: Sale[] = []
      for (const each of actions) {
        if (each.kind === 'sale') sales.push(await sold(app, { sellers: [person], prices: [each.price] }))
        const sale = each.kind === 'refund' ? sales[each.sale] : undefined
        if (sale)
          await finance.client.api('POST', `/v1/orders/${sale.reference}/refunds`, { reason: 'Beschädigt' })
        if (each.kind === 'make') await make(person)
        if (each.kind === 'move') await move(person, each.to)
        expect(await sumOfBooks()).toBe(0)
      }
      const { balances, payouts } = await ownPayouts(person)
      const balance = balances[0]?.balance ?? 0
      expect(0 - (await ledgerOf(`author:${person.id}`))).toBe(balance)
      const out = payouts
        .filter(({ status }) => status !== 'failed' && status !== 'refused')
        .reduce((sum, { amount }) => sum + amount, 0)
      const { rows } = await sql<{ share: number }>`
        select (coalesce((select sum(author_share_cents) from order_item i join purchase_order o
            on o.world = i.world and o.id = i.order_id where o.status = 'paid' and i.author_id = ${person.id}), 0)
          - coalesce((select sum(r.author_share_cents) from refund_item r join order_item i
            using (world, order_id, material_id) where i.author_id = ${person.id}), 0))::bigint as share`.execute(
        app.deps.db,
      )
      expect(balance + out).toBe(rows[0]?.share)
      const [statement] = await statementsOf({ ...app.deps, world: 'de' }, person.id, month)
      expect(statement?.closingCents).toBe(balance)
    }),
    { numRuns: 12 },
  )
}, 180_000)

describe('a day of accounts', () => {
  test('orders, a refund, a payout and the statement agree to the cent', async () => {
    const person = await knownSeller()
    const first = await sold(app, { sellers: [person], prices: [5000] })
    const second = await sold(app, { sellers: [person], prices: [1999] })
    const third = await sold(app, { sellers: [person], prices: [399] })
    await finance.client.api('POST', `/v1/orders/${second.reference}/refunds`, { reason: 'Datei beschädigt' })
    // 50.00 and 3.99 less 19 % tax, 70 % of it.
    const share = 2941 + 235
    expect((await ownPayouts(person)).balances[0]).toMatchObject({ balance: share, pending: share })
    expect(await make(person)).toBe(1)
    await move(person, 'approved')
    await move(person, 'sent')
    await move(person, 'paid')
    const { balances, payouts } = await ownPayouts(person)
    expect(balances[0]).toMatchObject({ balance: 0, onTheWay: 0, paid: share })
    expect(payouts.map(({ status, amount, lastFour }) => [status, amount, lastFour])).toEqual([
      ['paid', share, '6199'],
    ])
    expect([(await ledgerOf('bank')) <= -share, await ledgerOf(`author:${person.id}`)]).toEqual([true, 0])
    await finance.client.api('POST', `/v1/orders/${third.reference}/refunds`, { reason: 'Datei beschädigt' })

    const csv = await person.client.api('GET', `/v1/account-statement?month=${month}&format=csv`)
    const cells = csv.text
      .trim()
      .split('\r\n')
      .map((line) => line.split(';').map((cell) => cell.replaceAll('"', '')))
    expect(cells.slice(1).map(([, what, amount, balance]) => [what?.split(' ')[0], amount, balance])).toEqual(
      [
        ['Anfangsstand', '', '0,00'],
        ['Verkauf,', '29,41', '29,41'],
        ['Verkauf,', '11,76', '41,17'],
        ['Verkauf,', '2,35', '43,52'],
        ['Erstattung,', '-11,76', '31,76'],
        ['Auszahlung', '-31,76', '0,00'],
        ['Erstattung,', '-2,35', '-2,35'],
        ['Endstand', '', '-2,35'],
      ],
    )
    expect((await ownPayouts(person)).balances[0]).toMatchObject({ balance: -235, reasons: ['owed'] })
    const pdf = await person.client.api('GET', `/v1/account-statement?month=${month}&format=pdf`)
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(pdf.body.subarray(0, 5).toString()).toBe('%PDF-')
    expect(first.total).toBe(5000)
  })
})

describe('the report to the tax office', () => {
  const year = new Date().getUTCFullYear()

  async function reported(person: Person) {
    const { sellers } = await dac7Report({ ...app.deps, world: 'de' }, year)
    return sellers.find(({ accountId }) => accountId === person.id)?.quarters
  }

  test('what was bought with a voucher of ours and goes back leaves no share, fee or tax', async () => {
    const person = await knownSeller()
    const buyer = await member(app, 'voucher-buyer')
    const voucher = { code: 'DAC20', kind: 'percent', percent: 20 }
    expect((await finance.client.api('POST', '/v1/vouchers', voucher)).status).toBe(201)
    const materialId = await materialRow(app, { authorId: person.id, price: 1190 })
    await buyer.client.api('POST', '/v1/cart/items?world=de', { materialId })
    await buyer.client.api('POST', '/v1/cart/voucher', { code: 'DAC20' })
    const body = { expectedTotal: 952 }
    const sale = await orderOf(app, { sellers: [person], prices: [], buyer, body })
    await pay(app, { ...sale, total: 952 })
    const sums = (quarters: Awaited<ReturnType<typeof reported>>) =>
      ['sales', 'shareCents', 'feeCents', 'taxCents'].map((name) =>
        quarters?.reduce((sum, each) => sum + each[name as keyof typeof each], 0),
      )
    // 10.00 net without the voucher: 70 % are the author's; the buyer paid 8.00 net and 1.52 tax.
    expect(sums(await reported(person))).toEqual([1, 700, 300, 152])
    const path = `/v1/orders/${sale.reference}/refunds`
    expect((await finance.client.api('POST', path, { reason: 'Datei beschädigt' })).status).toBe(201)
    expect(sums(await reported(person))).toEqual([0, 0, 0, 0])
  })

  test('a sale after midnight by the clock of the books is of the new year', async () => {
    const person = await knownSeller()
    const sale = await sold(app, { sellers: [person], prices: [1190] })
    const paidAt = new Date(`${year - 1}-12-31T23:30:00Z`)
    await app.deps.db
      .updateTable('purchase_order')
      .set({ paid_at: paidAt })
      .where('id', '=', sale.orderId)
      .execute()
    expect((await reported(person))?.map(({ sales }) => sales)).toEqual([1, 0, 0, 0])
  })

  test('names who sold anything, as no sale of goods, asks for what is missing, and stops paying in the end', async () => {
    const [small, large] = [await knownSeller(), await knownSeller('')]
    await sold(app, { sellers: [small], prices: [5000] })
    for (let count = 0; count < 4; count += 1) await sold(app, { sellers: [large], prices: [99_900] })
    await sold(app, { sellers: [large], prices: [1000], world: 'en' })
    const csv = (await finance.client.api('GET', `/v1/dac7?year=${year}&format=csv`)).text
    expect(csv).toContain(large.email)
    expect(csv).toContain(small.email)
    expect(csv).toContain('"taxNumber"')
    const xml = (await finance.client.api('GET', `/v1/dac7?year=${year}&format=xml`)).text
    expect(xml).toContain('<DPI_OECD version="1.0" xmlns="urn:oecd:ties:dpi:v1"')
    expect(xml).toContain('<TIN unknown="true">NOTIN</TIN>')
    const paid = [...xml.matchAll(/<ConsQ\d currCode="EUR">(\d+)</g)].map(([, sum]) => Number(sum))
    expect(paid).toContain(Math.round((4 * 58_764) / 100))
    // What was paid in pounds stands by itself, in pounds and in its quarter, and is in no sum of euros.
    const { sellers } = await dac7Report({ ...app.deps, world: 'de' }, year)
    const own = sellers.filter(({ accountId }) => accountId === large.id)
    const quarter = Math.floor(new Date().getUTCMonth() / 3)
    expect(own.map((row) => [row.currency, row.quarters[quarter]?.sales])).toEqual([
      ['EUR', 4],
      ['GBP', 1],
    ])
    const { rows: shares } = await sql<{ sum: number }>`select sum(i.author_share_cents)::int as sum
      from order_item i join purchase_order o on o.world = i.world and o.id = i.order_id
      where i.author_id = ${large.id} and o.status = 'paid' group by o.currency order by o.currency`.execute(
      app.deps.db,
    )
    const [euros, pounds] = own.map(({ quarters }) =>
      quarters.reduce((sum, each) => sum + each.shareCents, 0),
    )
    expect([euros, pounds]).toEqual(shares.map(({ sum }) => sum))
    expect(xml).toContain(`currCode="GBP">${Math.round((pounds ?? 0) / 100)}<`)
    const lines = csv.split('\n').filter((line) => line.includes(large.email))
    expect(lines.map((line) => /"?(EUR|GBP)"?/.exec(line)?.[1])).toEqual(['EUR', 'GBP'])
    expect(xml).toContain('<PersonalServices>')
    expect(xml).not.toContain('SaleOfGoods')

    const days = (count: number) => new Date(Date.now() + count * 86_400_000)
    const payableAt = async (at: Date) => {
      const made = await makePayoutsOf(app.deps.db, { id: large.id, world: 'de' }, at)
      if (made > 0) await move(large, 'refused')
      return made
    }
    expect(await payableAt(free)).toBe(1)
    await remindTaxData(app.deps)
    await remindTaxData(app.deps)
    await sql`update seller_payout_setting set first_reminded_at = now() - interval '61 days',
      last_reminded_at = now() - interval '31 days' where account_id = ${large.id}`.execute(app.deps.db)
    expect(await payableAt(free)).toBe(1)
    await sql`delete from mail where template = 'tax-data-missing'`.execute(app.deps.db)
    await remindTaxData(app.deps)
    expect(await payableAt(free)).toBe(0)
    expect((await ownPayouts(large)).balances[0]?.reasons).toContain('tax_data_missing')
    await large.client.api('PUT', '/v1/seller-data', {
      ...{ kind: 'private', firstName: 'Eva', lastName: 'Berg', birthDate: '1980-02-29', country: 'DE' },
      ...{ street: 'Lindenweg 4', postcode: '12345', city: 'Berlin', taxNumber: '12/345/67890' },
    })
    expect(await payableAt(days(payoutHoldDays + 1))).toBe(1)
  })
})
