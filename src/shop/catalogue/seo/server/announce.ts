import type { Deps } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { url } from '#platform/routing/url.ts'
import { isLiveWorld } from '#platform/routing/worlds.ts'
import { announcePagesJob } from './jobs.ts'
import {
  type AnnouncedKind,
  deleteWaiting,
  insertWaiting,
  type WaitingPage,
  waitingPages,
} from './queries.ts'

/** IndexNow takes this many addresses in one call. */
const pagesPerCall = 10_000
/** A page that is edited five times in a row is announced once. */
const gatheringSeconds = 600

/** Notes, with the commit of `tx`, that search engines should look at a page again. Nothing without a key. */
export async function announceChange(
  { announcer, queue }: Pick<Deps, 'announcer' | 'queue'>,
  tx: Db,
  page: { world: string; kind: AnnouncedKind; id: number },
): Promise<void> {
  if (announcer === undefined) return
  await insertWaiting(tx, page)
  await queue.send(tx, announcePagesJob, {}, { delaySeconds: gatheringSeconds, onceKey: 'all' })
}

/**
 * The job announce_pages: sends everything that waits, host by host. A throw leaves the rest for the next try; a
 * refusal is logged for the operator and what was refused is forgotten, because it would be refused again.
 */
export async function announcePages(
  deps: Pick<Deps, 'announcer' | 'db' | 'env' | 'log' | 'metrics'>,
): Promise<void> {
  const { announcer, db, env, log, metrics } = deps
  if (announcer === undefined) return
  for (;;) {
    const pages = await waitingPages(db, pagesPerCall)
    const byHost = Map.groupBy(pages, (page) => hostOf(env.siteUrl, page))
    for (const [host, those] of byHost) {
      const addresses = those.flatMap((page) => addressOf(env.siteUrl, page) ?? [])
      const outcome = host === '' ? 'accepted' : await announcer.announce(host, addresses)
      await deleteWaiting(db, those)
      metrics.announced.inc({ result: outcome }, addresses.length)
      if (outcome === 'accepted') continue
      log.error({ host, pages: addresses.length }, 'IndexNow refuses: check the key and its file')
      return
    }
    if (pages.length < pagesPerCall) return
  }
}

/** Every page has one canonical address, on the main site; what has none belongs to no host. */
function hostOf(siteUrl: string, page: WaitingPage): string {
  const address = addressOf(siteUrl, page)
  return address === undefined ? '' : new URL(address).host
}

function addressOf(siteUrl: string, { world, kind, subject_id: id, slug }: WaitingPage): string | undefined {
  if (!isLiveWorld(world)) return undefined
  if (kind === 'post') return siteUrl + url('post', { world, id })
  if (slug === null) return undefined
  return siteUrl + url(kind, { world, id, slug })
}
