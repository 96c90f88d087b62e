import { randomBytes } from 'node:crypto'
import { createClient } from '../support/http-client.ts'
import { buyOnce, type Market, stubborn } from './buyers.ts'
import { makeFinance, password } from './refunders.ts'

/** A voucher of the platform that everybody may use, and one that can be used so often and no more. */
export const chaosVouchers = { open: 'CHAOS10', scarce: 'CHAOSFEW', scarceUses: 25 } as const

/** Somebody of the operator makes the vouchers of the workload. */
export async function makeVouchers(market: Market, dataDir: string): Promise<void> {
  const client = createClient(market.base)
  const email = `vouchers-${randomBytes(6).toString('hex')}@aularium.example`
  const person = { email, password, publicName: 'Finance', agb: true }
  await stubborn(market, () => client.api('POST', '/v1/user/register?world=de', person))
  await makeFinance(dataDir, email)
  const { open, scarce, scarceUses } = chaosVouchers
  for (const voucher of [
    { code: open, kind: 'percent', percent: 10 },
    { code: scarce, kind: 'fixed', amount: 50, maxUses: scarceUses },
  ]) {
    const answer = await stubborn(market, () => client.api('POST', '/v1/vouchers?world=de', voucher))
    if (answer?.status !== 201)
      market.surprises.push(`voucher: ${answer?.status} ${answer?.text.slice(0, 200)}`)
  }
  client.close()
}

/** Buys gift cards without end: some go back, the others are redeemed, by two at once, and spent with a voucher. */
export async function giveWithoutEnd(market: Market, random: () => number): Promise<void> {
  while (!market.isOver) {
    const client = createClient(market.base)
    const email = `giver-${randomBytes(8).toString('hex')}@aularium.example`
    const person = { email, password, publicName: 'Chaos', agb: true }
    await stubborn(market, () => client.api('POST', '/v1/user/register?world=de', person))
    if (!client.cookies.has('session')) {
      const login = { grant_type: 'password', username: email, password }
      await stubborn(market, () => client.api('POST', '/v3/oauth2/authenticate?world=de', login))
    }
    const reference = await buyCard(market, client)
    if (reference !== undefined) await spendCard(market, client, reference, random)
    const wanted = [...market.materialIds].sort(() => random() - 0.5)
    for (let turn = 0; turn < 2 && !market.isOver; turn += 1)
      await buyOnce(market, client, email, wanted.splice(0, 2))
    client.close()
  }
}

type Client = ReturnType<typeof createClient>

const cardCents = 1000

async function buyCard(market: Market, client: Client): Promise<string | undefined> {
  const path = '/v1/gift-cards/sales'
  const ordered = await stubborn(market, () => client.api('POST', `${path}?world=de`, { amount: cardCents }))
  if (ordered?.status !== 201) {
    if (ordered && !market.isOver)
      market.surprises.push(`gift card: ${ordered.status} ${ordered.text.slice(0, 200)}`)
    return undefined
  }
  const { reference, redirectUrl } = ordered.json<{ reference: string; redirectUrl: string }>()
  const { pathname } = new URL(redirectUrl)
  market.paying += 1
  try {
    const paid = await stubborn(market, () => client.submit(pathname, { outcome: 'pay' }))
    if (paid?.status !== 303) return undefined
    market.hear(pathname.split('/').at(-1) ?? '', cardCents)
    const back = new URL(paid.headers.location ?? '/', market.base)
    await stubborn(market, () => client.get(back.pathname + back.search))
  } finally {
    market.paying -= 1
  }
  return reference
}

async function spendCard(
  market: Market,
  client: Client,
  reference: string,
  random: () => number,
): Promise<void> {
  const shop = await stubborn(market, () => client.api('GET', '/v1/gift-cards/sales?world=de'))
  if (shop?.status !== 200) return
  const { cards } = shop.json<{ cards: { reference: string; code: string | null }[] }>()
  const code = cards.find((card) => card.reference === reference)?.code
  // The provider's word is still on its way.
  if (!code) return
  const takeBack = () => client.api('POST', `/v1/gift-cards/sales/${reference}/return?world=de`)
  const redeem = () => client.api('POST', '/v1/credits/redeem?world=de', { code })
  const ways = random() < 0.3 ? [takeBack, redeem] : [redeem, redeem]
  // Asked again after a cut, what was done before is refused: either is fine, the books say whether it was done once.
  await Promise.all(ways.map((way) => stubborn(market, way)))
}
