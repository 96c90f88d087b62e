import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { QueuedPayout } from '#shop/money/payouts/rules/contract.ts'
import { sealIban } from '#shop/money/payouts/server/reports/sealing.ts'
import { type Answer, type Client, createClient } from '../support/http-client.ts'
import { addressOfDatabase } from '../support/postmaster.ts'
import { type Market, noteCut, stubborn } from './buyers.ts'
import { makeFinance, password } from './refunders.ts'

/** What somebody of finance saw of payouts; the check at the end holds the product to it. */
export interface Payouts {
  /** Runs that made drafts, and how many of them were killed in the middle. */
  runs: number
  runsKilled: number
  /** What stood in the files for the bank, by the payout's reference: how often, and cents. */
  inFiles: Map<string, { times: number; cents: number }>
}

const iban = 'DE75512108001245126199'

/**
 * Somebody of finance who pays sellers without end: a month's run that is killed in the middle as often as not, approvals,
 * files for the bank, and transfers of which every third comes back, some of them after they were paid.
 */
export async function payOutWithoutEnd(
  market: Market,
  dataDir: string,
  random: () => number,
): Promise<Payouts> {
  const seen: Payouts = { runs: 0, runsKilled: 0, inFiles: new Map() }
  const client = createClient(market.base)
  const email = `payer-${randomBytes(6).toString('hex')}@aularium.example`
  const person = { email, password, publicName: 'Payer', agb: true }
  await stubborn(market, () => client.api('POST', '/v1/user/register?world=de', person))
  await makeFinance(dataDir, email)
  await knowSellers(dataDir)
  for (let month = 1; !market.isOver; month += 1) {
    await pause(1000 + random() * 2000)
    // The first day of a month yet to come: what was sold by then is free, and a seller has one payout a month.
    const now = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + month, 20))
    const isKilled = await makeDrafts(dataDir, now, random)
    seen.runs += 1
    if (isKilled) seen.runsKilled += 1
    await settle({ market, client, random, seen })
  }
  client.close()
  return seen
}

/** A run of its own, as the worker makes it; true when it was killed before it was done. */
async function makeDrafts(dataDir: string, now: Date, random: () => number): Promise<boolean> {
  const child = spawn(process.execPath, ['tests/support/payout-worker.ts'], {
    env: { ...process.env, DATABASE_URL: addressOfDatabase(dataDir), NOW: now.toISOString() },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const gone = once(child, 'exit')
  // A run ends by itself when its database does.
  await Promise.race([once(child.stdout, 'data'), gone])
  if (random() < 0.5) {
    await pause(random() * 150)
    child.kill('SIGKILL')
  }
  await gone
  return child.signalCode === 'SIGKILL'
}

/** Tries until there is an answer. A conflict is one here: nothing to send, or another one has decided. */
async function answered(market: Market, call: () => Promise<Answer>): Promise<Answer | undefined> {
  while (!market.isOver) {
    try {
      const answer = await call()
      if (answer.status !== 503 && answer.status !== 429) return answer
    } catch (error) {
      noteCut(market, error)
    }
    await pause(100)
  }
  return undefined
}

interface Desk {
  market: Market
  client: Client
  random: () => number
  seen: Payouts
}

/** Decides what waits, makes the file, and says what became of what was sent. */
async function settle(desk: Desk): Promise<void> {
  const { market, client, random } = desk
  for (const { reference, status } of await queued(desk)) {
    const isApproved = random() < 0.85
    if (status === 'draft') await move(desk, reference, isApproved ? 'approval' : 'refusal')
  }
  const key = randomBytes(12).toString('hex')
  const made = await answered(market, () =>
    client.api('POST', '/v1/payout-batches?world=de', { currency: 'EUR' }, { 'Idempotency-Key': key }),
  )
  if (made?.status === 201) await readFile(desk, made)
  for (const { reference, status } of await queued(desk)) {
    if (status !== 'sent') continue
    const turn = random()
    if (turn < 0.8) await move(desk, reference, 'paid')
    if (turn > 0.65) await move(desk, reference, 'failure')
  }
}

async function queued({ market, client }: Desk): Promise<QueuedPayout[]> {
  const answer = await answered(market, () => client.api('GET', '/v1/payout-queue?world=de'))
  return answer?.status === 200 ? answer.json<{ payouts: QueuedPayout[] }>().payouts : []
}

async function move({ market, client }: Desk, reference: string, word: string): Promise<void> {
  const path = `/v1/payouts/${reference}/${word}?world=de`
  const answer = await answered(market, () =>
    client.api('POST', path, { note: 'Chaos', ...(word === 'failure' && { isAccountRight: true }) }),
  )
  // Cut off after it was done and asked again: it is there already.
  if (answer && answer.status !== 200 && answer.status !== 409 && !market.isOver)
    market.surprises.push(`payout ${word}: ${answer.status} ${answer.text.slice(0, 200)}`)
}

async function readFile({ market, client, seen }: Desk, made: Answer): Promise<void> {
  const { id, amount } = made.json<{ id: number; amount: number }>()
  const file = await answered(market, () => client.api('GET', `/v1/payout-batches/${id}/file?world=de`))
  if (file?.status !== 200) return
  const paid = [...file.text.matchAll(/<EndToEndId>(.*?)<\/EndToEndId>[\s\S]*?<InstdAmt[^>]*>([\d.]+)</g)]
  const rows = paid.map(([, reference = '', sum = '']) => ({
    reference,
    cents: Math.round(Number(sum) * 100),
  }))
  const total = rows.reduce((all, { cents }) => all + cents, 0)
  if (total !== amount) market.surprises.push(`file ${id} says ${total} instead of ${amount}`)
  for (const { reference, cents } of rows) {
    const before = seen.inFiles.get(reference)
    seen.inFiles.set(reference, { times: (before?.times ?? 0) + 1, cents })
  }
}

/** Everybody who sells has told us where their money goes, long ago. */
async function knowSellers(dataDir: string): Promise<void> {
  const secret = readFileSync(join(dataDir, 'secret'), 'utf8').trim()
  const database = new pg.Client({ connectionString: addressOfDatabase(dataDir) })
  await database.connect()
  const { rows } = await database.query<{ id: string }>(
    `select id from account where is_seller and world = 'de' and id in (select author_id from material)`,
  )
  for (const { id } of rows) {
    await database.query(
      `insert into seller_bank (account_id, holder, country, last_four, iban_sealed, changed_at)
       values ($1, 'Anna Sommer', 'DE', '6199', $2, now() - interval '90 days') on conflict do nothing`,
      [id, sealIban({ secret }, Number(id), iban)],
    )
    await database.query(
      `insert into seller_tax (account_id, kind, first_name, last_name, birth_date, street, postcode, city, country,
         tax_number) values ($1, 'private', 'Anna', 'Sommer', '1980-02-29', 'Lindenweg 4', '12345', 'Berlin', 'DE',
         '12/345/67890') on conflict do nothing`,
      [id],
    )
  }
  await database.end()
}
