import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { send } from '../support/http-client.ts'
import { benchPassword } from './socket-people.ts'

/*
 * Who logs in and who reads for `npm run bench:logins`, in a process of its own. Calls leave when their time has come,
 * whether or not those before them were answered: a server that hesitates does not get less to do. They come as people do, at
 * any moment: two even beats would have each login meet a page, or none.
 */

export interface Order {
  base: string
  emails: string[]
  seconds: number
  /** 'all': eight at a time, one after the other. */
  loginsPerSecond: number | 'all'
  pagesPerSecond: number
}

/** Milliseconds of each answer. */
export interface Seen {
  logins: number[]
  pages: number[]
  failures: number
}

/** Of their own: a login that waits must not hold the connection of a reader. */
const [loginAgent, pageAgent] = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })]
let turn = 0

process.on('message', async (order: Order) => process.send?.(await run(order)))

async function run(order: Order): Promise<Seen> {
  const seen: Seen = { logins: [], pages: [], failures: 0 }
  const until = Date.now() + order.seconds * 1000
  const logIn = () => timed(seen, seen.logins, () => login(order))
  const read = () => timed(seen, seen.pages, () => page(order.base))
  const logins =
    order.loginsPerSecond === 'all'
      ? Array.from({ length: 8 }, async () => {
          while (Date.now() < until) await logIn()
        })
      : [atRate(order.loginsPerSecond, until, logIn)]
  await Promise.all([...logins, atRate(order.pagesPerSecond, until, read)])
  return seen
}

async function atRate(perSecond: number, until: number, act: () => Promise<void>): Promise<void> {
  if (perSecond === 0) return
  const begun: Promise<void>[] = []
  let at = Date.now()
  for (;;) {
    at -= (Math.log(1 - Math.random()) * 1000) / perSecond
    if (at >= until) break
    if (at > Date.now()) await pause(at - Date.now())
    begun.push(act())
  }
  await Promise.all(begun)
}

async function timed(seen: Seen, list: number[], act: () => Promise<number>): Promise<void> {
  const started = performance.now()
  const status = await act().catch(() => 0)
  if (status === 200) list.push(performance.now() - started)
  else seen.failures += 1
}

async function login({ base, emails }: Order): Promise<number> {
  turn += 1
  const body = JSON.stringify({
    ...{ grant_type: 'password', client_id: 'aularium-web', platform: 'ios', password: benchPassword },
    username: emails[turn % emails.length],
  })
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }
  const path = '/api/v3/oauth2/authenticate?world=de'
  return (await send(base, { method: 'POST', path, headers, body }, loginAgent)).status
}

async function page(base: string): Promise<number> {
  return (await send(base, { path: '/de', headers: { 'Accept-Encoding': 'br' } }, pageAgent)).status
}
