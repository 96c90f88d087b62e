import type { Deps } from '../context.ts'
import { type Listening, listen } from '../db/listen.ts'
import { readNotice } from '../events/tags.ts'
import type { StateType } from '../features/state.ts'

const tagChannel = 'cache_tags'

/**
 * Hears what other processes (and this one) changed: NOTIFY cache_tags (events/tags.ts). While the line was down
 * something may have been missed, so a reconnect reads everything it protects anew.
 */
export async function listenForChanges({
  databaseUrl,
  deps,
  states,
}: {
  databaseUrl: string
  deps: Deps
  states: readonly StateType[]
}): Promise<Listening> {
  const { pageCache, outage, log } = deps
  return listen({
    databaseUrl,
    applicationName: 'aularium-listen',
    channels: [tagChannel, ...states.flatMap(({ hears }) => hears?.channel ?? [])],
    onNotification(channel, payload) {
      if (channel !== tagChannel) return tellStates(deps, states, channel, payload)
      const { tags, gone } = readNotice(payload)
      pageCache.expire(tags)
      pageCache.withdraw(gone)
      for (const state of states) {
        if (!state.reloadOn?.some((tag) => tags.includes(tag))) continue
        state
          .reload?.(deps)
          .catch((error: unknown) => log.error({ err: error, state: state.name }, 'not read again'))
      }
    },
    async onConnected(isAgain) {
      if (!isAgain) return
      await Promise.all(states.map(({ reload }) => reload?.(deps)))
      pageCache.expireAll()
      log.info({}, 'database heard again')
    },
    onLost(error) {
      log.warn({ err: error }, 'database not heard')
      outage.report(error)
    },
  })
}

/** A notice that cannot be read must not end the line. */
function tellStates(deps: Deps, states: readonly StateType[], channel: string, payload: string): void {
  for (const { name, hears } of states) {
    if (hears?.channel !== channel) continue
    try {
      hears.notice(deps, payload)
    } catch (error) {
      deps.log.error({ err: error, state: name }, 'notice not understood')
    }
  }
}
