import type { Logger } from 'pino'
import type { Env } from '#platform/env/env.ts'
import type { Analytics, AnalyticsEvent } from './analytics.ts'

const patienceMs = 10_000

/** The log of the process, where nothing else is set up. */
export function createAnalytics({ analytics }: Pick<Env, 'analytics'>, log: Logger): Analytics {
  if (analytics?.kind === 'matomo') return createMatomo(analytics)
  if (analytics?.kind === 'ga4') return createGa4(analytics)
  return {
    isRemote: false,
    async tell(events) {
      for (const { name, page, world } of events) log.debug({ name, page, world }, 'event')
    },
  }
}

/** Matomo's bulk tracking (developer.matomo.org/api-reference/tracking-api). */
function createMatomo({ url, site }: { url: string; site: string }): Analytics {
  const idsite = site
  return {
    isRemote: true,
    async tell(events) {
      await post(new URL('matomo.php', withSlash(url)), {
        requests: events.map((event) => `?${new URLSearchParams({ ...asMatomo(event), idsite, rec: '1' })}`),
      })
    },
  }
}

function asMatomo({ name, page, visit, world, value, material, email, at }: AnalyticsEvent) {
  return {
    apiv: '1',
    // Its visitor ids are 16 hexadecimal digits.
    _id: Buffer.from(visit, 'base64url').subarray(0, 8).toString('hex'),
    cdt: String(Math.floor(at / 1000)),
    action_name: `${world}/${page}`,
    url: `https://aularium.invalid/${world}/${page}`,
    ...(name !== 'page_view' && { e_c: 'aularium', e_a: name }),
    ...(value !== undefined && { e_v: String(value) }),
    ...(material && { _pks: String(material.id), _pkp: cents(material.finalPrice) }),
    ...(email && { dimension1: email.sha256 }),
  }
}

/** The Measurement Protocol of GA4: events of one visit at a time, 25 at most. */
function createGa4({ url, site, secret }: { url: string; site: string; secret: string }): Analytics {
  const address = new URL('mp/collect', withSlash(url))
  address.search = new URLSearchParams({ measurement_id: site, api_secret: secret }).toString()
  return {
    isRemote: true,
    async tell(events) {
      for (const [visit, all] of Map.groupBy(events, (event) => event.visit))
        for (let from = 0; from < all.length; from += 25)
          await post(address, {
            client_id: visit,
            ...withUser(all),
            events: all.slice(from, from + 25).map(asGa4),
          })
    },
  }
}

function withUser(events: readonly AnalyticsEvent[]) {
  const email = events.find((event) => event.email)?.email
  return email ? { user_data: { sha256_email_address: [email.sha256], md5_email_address: [email.md5] } } : {}
}

function asGa4({ name, page, world, value, material, at }: AnalyticsEvent) {
  return {
    name,
    timestamp_micros: at * 1000,
    params: {
      page_title: page,
      world,
      ...(value !== undefined && { value }),
      ...(material && {
        currency: material.currency,
        items: [{ ...material, item_id: String(material.id), price: Number(cents(material.finalPrice)) }],
      }),
    },
  }
}

function cents(amount: number): string {
  return (amount / 100).toFixed(2)
}

function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`
}

async function post(address: URL, body: object): Promise<void> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`analytics answers ${answer.status}`)
}
