import pg from 'pg'
import type { Deps } from '../context.ts'

/**
 * Hears what other processes (and this one) changed: NOTIFY cache_tags with comma-separated tags.
 * While the line was down something may have been missed, so a reconnect empties the cache.
 */
export async function listenForChanges({ databaseUrl, deps }: { databaseUrl: string; deps: Deps }) {
  const state: { client: pg.Client | undefined; isStopped: boolean; timer: NodeJS.Timeout | undefined } = {
    client: undefined,
    isStopped: false,
    timer: undefined,
  }

  async function connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'aularium-listen',
      keepAlive: true,
    })
    client.on('notification', ({ payload }) => {
      const tags = (payload ?? '').split(',').filter(Boolean)
      deps.pageCache.invalidate(tags)
      if (tags.includes('author-domains'))
        deps.authorDomains.reload().catch((error) => deps.log.error({ err: error }, 'author domains'))
      if (tags.includes('taxonomy'))
        deps.taxonomy.reload().catch((error) => deps.log.error({ err: error }, 'taxonomy'))
    })
    client.on('error', () => reconnect(client))
    client.on('end', () => reconnect(client))
    await client.connect()
    await client.query('listen cache_tags')
    state.client = client
  }

  function reconnect(lost: pg.Client): void {
    if (state.isStopped || state.client !== lost) return
    state.client = undefined
    retry()
  }

  function retry(): void {
    state.timer = setTimeout(() => {
      connect().then(
        () => {
          deps.pageCache.clear()
          deps.authorDomains.reload().catch((error) => deps.log.error({ err: error }, 'author domains'))
        },
        () => {
          if (!state.isStopped) retry()
        },
      )
    }, 1000)
  }

  await connect()
  return {
    async stop(): Promise<void> {
      state.isStopped = true
      clearTimeout(state.timer)
      await state.client?.end()
    },
  }
}
