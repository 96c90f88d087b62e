import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { createClient } from '../support/http-client.ts'
import { addressOfDatabase } from '../support/postmaster.ts'
import { type Market, stubborn } from './buyers.ts'

export const password = 'a long enough pass phrase 1'

/** Somebody of the operator who gives back every fourth order, in whole or by a cent, and asks again when cut off. */
export async function refundWithoutEnd(market: Market, dataDir: string, random: () => number): Promise<void> {
  const client = createClient(market.base)
  const email = `finance-${randomBytes(6).toString('hex')}@aularium.example`
  const person = { email, password, publicName: 'Finance', agb: true }
  await stubborn(market, () => client.api('POST', '/v1/user/register?world=de', person))
  await makeFinance(dataDir, email)
  const seen = new Set<string>()
  while (!market.isOver) {
    await pause(50 + random() * 200)
    const paid = market.attempts.find(
      ({ reference, isBack }) => isBack && reference !== undefined && !seen.has(reference),
    )
    if (paid?.reference === undefined) continue
    seen.add(paid.reference)
    if (random() > 0.25) continue
    const isWhole = random() < 0.5
    const key = randomBytes(12).toString('hex')
    const [materialId] = paid.materialIds
    const body = {
      reason: 'Chaos',
      ...(isWhole ? {} : { items: [{ materialId, amount: 1 }] }),
    }
    const path = `/v1/orders/${paid.reference}/refunds?world=de`
    const answer = await stubborn(market, () => client.api('POST', path, body, { 'Idempotency-Key': key }))
    if (answer?.status === 201) {
      market.refunds += 1
      // Some get a part first and all the rest soon after.
      if (!isWhole && random() < 0.5) seen.delete(paid.reference)
      continue
    }
    // Cut off after it was booked and asked again, or given back already: nothing is left.
    if (answer?.status === 409) market.refundsRefused += 1
    if (answer && answer.status !== 409 && !market.isOver)
      market.surprises.push(`refund: ${answer.status} ${answer.text.slice(0, 200)}`)
  }
  client.close()
}

/** Makes a member one of finance, who has passed a second step. */
export async function makeFinance(dataDir: string, email: string): Promise<void> {
  const database = new pg.Client({ connectionString: addressOfDatabase(dataDir) })
  await database.connect()
  await database.query(`update account set role = 'finance', email_confirmed_at = now() where email = $1`, [
    email,
  ])
  await database.query(
    'update session set second_factor = true where account_id = (select id from account where email = $1)',
    [email],
  )
  await database.end()
}
