import pg from 'pg'

export interface Listening {
  stop(): Promise<void>
}

interface Options {
  databaseUrl: string
  applicationName: string
  channels: readonly string[]
  onNotification: (channel: string, payload: string) => void
  /** Connected. After a loss (`isAgain`) notices were missed; a throw drops the connection, and it is retried. */
  onConnected?: (isAgain: boolean) => Promise<void> | void
  /** The connection is lost; reconnecting until it works. */
  onLost?: (error: Error) => void
}

const connectMs = 4_500
/** A server that is gone without a word is found out after this and half of it. */
const heartbeatMs = 10_000
const firstPauseMs = 100
const longestPauseMs = 1_000

/**
 * LISTEN on a dedicated connection that reconnects without limit.
 * @throws when the first one cannot be made
 */
export async function listen(options: Options): Promise<Listening> {
  const state = { isStopped: false, attempts: 0 }
  let current: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined

  async function connect(isAgain: boolean): Promise<void> {
    const client = new pg.Client({
      connectionString: options.databaseUrl,
      application_name: options.applicationName,
      connectionTimeoutMillis: connectMs,
      query_timeout: heartbeatMs / 2,
      keepAlive: true,
    })
    current = client
    // Two errors can come from one loss; without a listener the second would end the process.
    client.on('error', (error) => lose(client, error))
    client.on('end', () => lose(client, new Error('Connection terminated')))
    client.on('notification', ({ channel, payload }) => options.onNotification(channel, payload ?? ''))
    try {
      await client.connect()
      for (const channel of options.channels) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      await options.onConnected?.(isAgain)
    } catch (error) {
      lose(client, error as Error)
      if (!isAgain) throw error
      return
    }
    state.attempts = 0
    beat(client)
  }

  function beat(client: pg.Client): void {
    timer = setTimeout(() => {
      client.query('select 1').then(
        () => current === client && beat(client),
        (error: Error) => lose(client, error),
      )
    }, heartbeatMs)
    timer.unref()
  }

  function lose(client: pg.Client, error: Error): void {
    if (current !== client) return
    current = undefined
    clearTimeout(timer)
    client.end().catch(() => undefined)
    if (state.isStopped) return
    options.onLost?.(error)
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** state.attempts)
    state.attempts += 1
    timer = setTimeout(() => void connect(true), pauseMs)
  }

  try {
    await connect(false)
  } catch (error) {
    state.isStopped = true
    clearTimeout(timer)
    throw error
  }
  return {
    async stop() {
      state.isStopped = true
      clearTimeout(timer)
      const client = current
      current = undefined
      await client?.end().catch(() => undefined)
    },
  }
}
