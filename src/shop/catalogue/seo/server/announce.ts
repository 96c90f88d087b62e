import type { Deps } from '#platform/context/context.ts'
import type { Db } from '#platform/db/pool.ts'
import { url } from '#platform/routing/url.ts'
import { isLiveWorld } from '#platform/routing/worlds.ts'
import type { TextKind } from '#shop/content/editorial/rules/contract.ts'
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
  page: { world: string; kind: AnnouncedKind; id: number; name?: string },
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
  deps: Pick<Deps, 'announcer' | 'articles' | 'db' | 'env' | 'log' | 'metrics'>,
): Promise<void> {
  const { announcer, db, log, metrics } = deps
  if (announcer === undefined) return
  for (;;) {
    const pages = await waitingPages(db, pagesPerCall)
    const byHost = Map.groupBy(pages, (page) => hostOf(deps, page))
    for (const [host, those] of byHost) {
      const addresses = those.flatMap((page) => addressOf(deps, page) ?? [])
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

type Addressing = Pick<Deps, 'articles' | 'env'>

/** Every page has one canonical address, on the main site; what has none belongs to no host. */
function hostOf(deps: Addressing, page: WaitingPage): string {
  const address = addressOf(deps, page)
  return address === undefined ? '' : new URL(address).host
}

function addressOf(
  { articles, env: { siteUrl } }: Addressing,
  { world, kind, subject_id: id, slug, name }: WaitingPage,
): string | undefined {
  if (!isLiveWorld(world)) return undefined
  if (kind === 'text') {
    const [of = '', key = ''] = name.split(' ')
    const path = articles.path({ kind: of as TextKind, world, key })
    return path === undefined ? undefined : siteUrl + path
  }
  if (kind === 'post') return siteUrl + url('post', { world, id })
  if (slug === null) return undefined
  return siteUrl + url(kind, { world, id, slug })
}
