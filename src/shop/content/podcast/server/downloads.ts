import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Context, Deps } from '#platform/context/context.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import { requireWriter } from '#shop/content/editorial/server/service.ts'
import { today } from '#shop/selling/statistics/server/service.ts'
import type { Downloads } from '../rules/contract.ts'
import { countDownload, downloadRows } from './queries.ts'

/** Programs that listen to nothing. Podcast apps name an address of their own, so `http` says nothing here. */
const machines =
  /bot|crawl|spider|slurp|headless|lighthouse|preview|monitor|scan|archiv|validator|checker|curl|wget|facebookexternalhit/i

/**
 * Counts that somebody begins to get an episode, once a day, without a cookie: address and program are put through a key that is
 * another one every day, and forgotten after it. What gets a later part has begun before.
 */
export async function noteDownload(
  deps: Pick<Deps, 'db' | 'env' | 'log'>,
  { world, episodeId }: { world: LiveWorld; episodeId: number },
  { method, headers, ip }: Pick<IncomingMessage, 'method' | 'headers'> & { ip: string },
): Promise<void> {
  const agent = headers['user-agent'] ?? ''
  const isLater = headers.range !== undefined && !/^bytes=0-/.test(headers.range)
  if (method !== 'GET' || isLater || agent === '' || machines.test(agent)) return
  const day = today(world)
  const listener = createHmac('sha256', deps.env.secret)
    .update(`listener ${day} ${ip} ${agent}`)
    .digest()
    .subarray(0, 16)
  try {
    await countDownload(deps.db, { world, episode_id: episodeId, day }, listener)
  } catch (error) {
    // Who listens does not wait for a number.
    deps.log.warn({ err: error }, 'a download was not counted')
  }
}

const shownDays = 30

/**
 * How often an episode was got, by day.
 * @throws ProductError unauthorized, forbidden (another world)
 */
export async function episodeDownloads(context: Context, episodeId: number): Promise<Downloads> {
  await requireWriter(context)
  const rows = await downloadRows(context.db, { world: context.world, episode_id: episodeId })
  return {
    total: rows.reduce((sum, { downloads }) => sum + downloads, 0),
    days: rows.slice(0, shownDays),
  }
}
