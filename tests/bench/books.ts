import { mkdtempSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { startEmbeddedPostgres } from '#platform/db/embedded/embedded.ts'
import { migrate } from '#platform/db/migrate.ts'
import { createDb } from '#platform/db/pool.ts'
import { loadTypeface } from '#platform/gateways/documents/typeface/typeface.ts'
import { createLogger } from '#platform/metrics/log.ts'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { drawDocument, penOf } from '#shop/money/invoices/server/invoice-pdf.ts'
import type { DocumentFacts } from '#shop/money/invoices/server/sheet.ts'
import { balancesOf, closeLedger } from '#shop/money/orders/server/ledger/ledger.ts'
import { databaseCpuSeconds } from './database-cpu.ts'
import { median } from './measure.ts'

/*
 * `node tests/bench/books.ts`: how long the paper of an invoice takes, what a batch of them needs of memory, and how fast
 * the balance of a seller with a million entries is. `--documents 10000`, `--entries 1000000`.
 */

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '10000' },
    entries: { type: 'string', default: '1000000' },
  },
})
const say = (text: string) => process.stdout.write(`${text}\n`)
/** Processor time of this process: a machine that is shared makes everything take longer, but not this. */
const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
const megabytes = () => Math.round(process.memoryUsage().rss / 1_048_576)

say(
  `load of the machine at the start: ${loadavg()
    .map((each) => each.toFixed(1))
    .join(' ')}`,
)
await papers(Number(values.documents))
await balances(Number(values.entries))
say(
  `load of the machine at the end: ${loadavg()
    .map((each) => each.toFixed(1))
    .join(' ')}`,
)
process.exit(0)

function factsOf(index: number): DocumentFacts {
  const party = {
    street: 'Waldweg 3',
    postcode: '04103',
    city: 'Leipzig',
    country: 'DE',
    email: 'a@aularium.example',
  }
  const sums = { netCents: 1000, taxCents: 190, grossCents: 1190 }
  const line = { licence: 'single' as const, author: 'Ωμέγα Ελένη', taxRateBp: 1900, counts: null, ...sums }
  return {
    world: liveWorldCodes[index % liveWorldCodes.length] ?? 'de',
    kind: 'invoice',
    number: `INV-DE-2026-${String(index).padStart(6, '0')}`,
    issuedAt: new Date(),
    timeZone: 'Europe/Berlin',
    content: {
      supplier: { ...party, name: 'Aularium', organisation: null, vatId: 'DE136695976' },
      buyer: { ...party, name: 'Ina Käufer', organisation: 'Grundschule am Wald', vatId: null },
      order: { number: 'DE-2026-000001', paidAt: '2026-11-21T10:00:00Z' },
      ...{
        corrects: null,
        reason: null,
        replaces: null,
        due: null,
        isReverseCharged: false,
        isNotTaxed: false,
        taxCountry: 'DE',
      },
      lines: Array.from({ length: 5 }, (_, at) => ({
        ...line,
        materialId: at,
        title: `Łódź, Brüche und Κλάσματα ${at}`,
      })),
      taxes: [{ taxRateBp: 1900, netCents: 5000, taxCents: 950, grossCents: 5950 }],
      ...{ netCents: 5000, taxCents: 950, grossCents: 5950, currency: 'EUR' },
    },
  }
}

async function papers(count: number): Promise<void> {
  // As when somebody sees the list of their papers first.
  const [loading, loadingCpu] = [performance.now(), cpuMs()]
  await penOf()
  say(
    `what draws them, loaded with the list: ${(performance.now() - loading).toFixed(0)} ms, ${(cpuMs() - loadingCpu).toFixed(0)} ms of processor time`,
  )
  const [single, cpu]: [number[], number[]] = [[], []]
  for (let index = 0; index < 24; index += 1) {
    const [start, startCpu] = [performance.now(), cpuMs()]
    await drawDocument(factsOf(index))
    single.push(performance.now() - start)
    cpu.push(cpuMs() - startCpu)
  }
  const of = (times: readonly number[]) =>
    `${times[0]?.toFixed(0)} ms the first, ${median(times).toFixed(0)} ms in the middle, ${Math.max(...times).toFixed(0)} ms at worst`
  say(`one invoice with its e-invoice: ${of(single)}`)
  say(`  of processor time: ${of(cpu)}`)
  const typeface = loadTypeface()
  const [start, startCpu] = [performance.now(), cpuMs()]
  for (let index = 1; index <= count; index += 1) {
    await drawDocument(factsOf(index), typeface)
    if (index % Math.ceil(count / 10) === 0) say(`${index} documents: ${megabytes()} MB`)
  }
  say(
    `${count} documents: ${((performance.now() - start) / count).toFixed(1)} ms each, ${((cpuMs() - startCpu) / count).toFixed(1)} ms of processor time`,
  )
}

async function balances(entries: number): Promise<void> {
  const log = createLogger('error')
  const dataDir = mkdtempSync(join(tmpdir(), 'aularium-books-'))
  const embedded = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log })
  await migrate({ databaseUrl: embedded.databaseUrl })
  const { db } = createDb({ databaseUrl: embedded.databaseUrl, max: 2, log, statementTimeoutMs: 0 })
  await sql`alter table ledger_entry disable trigger all`.execute(db)
  await sql`insert into ledger_transaction (world, kind, created_at)
    select 'de', 'sale', now() - interval '2 days' + n * interval '1 millisecond' from generate_series(1, ${entries}) n`.execute(
    db,
  )
  await sql`insert into ledger_entry (world, transaction_id, ledger_account, currency, amount_cents)
    select 'de', id, account, 'EUR', cents from ledger_transaction,
      (values ('author:7', -70), ('platform:commission', 70)) as v (account, cents)`.execute(db)
  await sql`vacuum analyze ledger_entry`.execute(db)
  const start = performance.now()
  await closeLedger({ db })
  say(`closing ${entries} entries once: ${(performance.now() - start).toFixed(0)} ms`)
  // What came in since: an hour of sales that no closing holds.
  await sql`with fresh as (insert into ledger_transaction (world, kind) select 'de', 'sale' from generate_series(1, 2000) returning id)
    insert into ledger_entry (world, transaction_id, ledger_account, currency, amount_cents)
    select 'de', id, 'author:7', 'EUR', -70 from fresh`.execute(db)
  const times: number[] = []
  const [ownCpu, databaseCpu] = [cpuMs(), databaseCpuSeconds(dataDir)]
  for (let index = 0; index < 200; index += 1) {
    const begins = performance.now()
    const [balance] = await balancesOf(db, 'author:7')
    times.push(performance.now() - begins)
    if (balance?.balanceCents !== -70 * (entries + 2000)) throw new Error('the balance is wrong')
  }
  say(
    `balance of ${entries} entries, 2,000 since the closing: ${median(times).toFixed(1)} ms in the middle, ${Math.max(...times).toFixed(1)} ms at worst`,
  )
  const spent = cpuMs() - ownCpu + (databaseCpuSeconds(dataDir) - databaseCpu) * 1000
  say(`  of processor time, ours and the database's: ${(spent / times.length).toFixed(1)} ms each`)
  say(
    `  the five slowest: ${times
      .toSorted((one, other) => other - one)
      .slice(0, 5)
      .map((ms) => ms.toFixed(1))
      .join(', ')} ms; the first ${times[0]?.toFixed(1)} ms`,
  )
  await db.destroy()
  await embedded.stop()
}
