import type { Deps } from '#platform/context/context.ts'
import { type Listening, listen } from '#platform/db/listen.ts'
import { readNotice } from '#platform/events/tags.ts'
import type { StateType } from '#platform/features/state.ts'

const tagChannel = 'cache_tags'

/**
 * Hears what other processes (and this one) changed: NOTIFY cache_tags (platform/events/tags.ts). While the line was down
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
  const { cache, pageCache, outage, log } = deps
  const turns = watchTurns(deps, states)
  const listening = await listen({
    databaseUrl,
    applicationName: 'aularium-listen',
    channels: [...new Set([tagChannel, ...states.flatMap(({ hears }) => Object.keys(hears ?? {}))])],
    onNotification(channel, payload) {
      if (channel !== tagChannel) return tellStates(deps, states, channel, payload)
      const { tags, gone } = readNotice(payload)
      pageCache.expire(tags)
      pageCache.withdraw(gone)
      // What is cached may be drawn from what a feature holds, so it goes when that is read again; and so does a page that
      // was made meanwhile.
      void reloadStates(deps, states, tags).then((isReloaded) => {
        cache.expire(tags)
        if (isReloaded) {
          pageCache.expire(tags)
          turns.plan()
        }
      })
    },
    async onConnected(isAgain) {
      if (!isAgain) return
      await Promise.all(states.map(({ reload }) => reload?.(deps)))
      cache.clear()
      pageCache.expireAll()
      turns.plan()
      log.info({}, 'database heard again')
    },
    onLost(error) {
      log.warn({ err: error }, 'database not heard')
      outage.report(error)
    },
  })
  return {
    async stop() {
      turns.stop()
      await listening.stop()
    },
  }
}

/** So long a timer sleeps at most: clocks are set meanwhile. */
const longestSleepMs = 60_000

/** Drops what shows something of a state the moment it opens or ends. `plan`: what comes next has changed. */
function watchTurns(deps: Deps, states: readonly StateType[]): { plan(): void; stop(): void } {
  const { cache, pageCache } = deps
  const turning = states.flatMap(({ turns }) => turns ?? [])
  let timer: NodeJS.Timeout | undefined
  let seen = new Date()
  function turn(): void {
    const now = new Date()
    const tags = [...new Set(turning.flatMap((each) => each.tags(deps, seen, now)))]
    seen = now
    if (tags.length > 0) {
      cache.expire(tags)
      pageCache.expire(tags)
    }
    plan()
  }
  function plan(): void {
    clearTimeout(timer)
    const next = turning.flatMap((each) => each.next(deps, seen)?.getTime() ?? [])
    const ms = Math.min(longestSleepMs, ...next.map((at) => at - Date.now()))
    timer = setTimeout(turn, Math.max(0, ms)).unref()
  }
  plan()
  return { plan, stop: () => clearTimeout(timer) }
}

async function reloadStates(
  deps: Deps,
  states: readonly StateType[],
  tags: readonly string[],
): Promise<boolean> {
  const meant = states.filter(({ reloadOn }) => reloadOn?.some((tag) => tags.includes(tag)))
  await Promise.all(
    meant.map(({ name, reload }) =>
      reload?.(deps).catch((error: unknown) => deps.log.error({ err: error, state: name }, 'not read again')),
    ),
  )
  return meant.length > 0
}

/** A notice that cannot be read must not end the line. */
function tellStates(deps: Deps, states: readonly StateType[], channel: string, payload: string): void {
  for (const { name, hears } of states) {
    try {
      hears?.[channel]?.(deps, payload)
    } catch (error) {
      deps.log.error({ err: error, state: name }, 'notice not understood')
    }
  }
}
