import type { Db } from '#platform/db/pool.ts'
import { watchSessions } from '#platform/realtime/session-watch.ts'
import type { Log, Peer } from '#platform/realtime/socket.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { createAcknowledgements } from './acknowledgements.ts'
import { mostAtOnce, type NotificationRow, unackedAfter } from './queries.ts'

/** Specification 4 and 9: queued messages are delivered one by one, this far apart. */
const deliveryMs = 100
/** Notices of a burst are looked after together. */
const gatherMs = 20
/** One look asks for so many members. */
const accountsAtOnce = 500
/** After a failed look. */
const againMs = 1_000
/** How many sessions one question names. */
const sessionsAtOnce = 5_000

/** One open socket of a member. */
export interface Listener {
  accountId: number
  world: LiveWorldCode
  sessionHash: Buffer
  peer: Peer
  /** What came before stands in the count of unread ones already. */
  joinedAt: number
  /** The last id that was taken up for this socket. */
  afterId: number
  waiting: NotificationRow[]
  /** There may be more than one look brought. */
  hasMore: boolean
  timer: NodeJS.Timeout | undefined
}

/** Who listens in this process, and what waits for them. */
export interface NotificationHub {
  join(listener: Omit<Listener, 'joinedAt' | 'afterId' | 'waiting' | 'hasMore' | 'timer'>): Listener
  leave(listener: Listener): void
  /** Something waits for these members; without a list: look for everybody. */
  wake(accountIds?: readonly number[]): void
  /** A member acknowledged an id; whose it is, the database checks. */
  acknowledge(listener: Listener, id: number): void
  /** Who logged out, was disabled or whose session ended hears nothing more. */
  closeEnded(): Promise<void>
  /** Sessions ended: `closeEnded` runs in a moment. */
  sessionsEnded(): void
  countOf(accountId: number): number
  stop(): Promise<void>
}

interface Options {
  db: Db
  log: Log
  show: (row: NotificationRow, world: LiveWorldCode) => object
  /** Those of the sessions that are still good, as hex. */
  livingSessions: (db: Db, hashes: readonly Buffer[]) => Promise<ReadonlySet<string>>
}

/**
 * Delivers at least once: what is in the table and not acknowledged goes to every socket of its member, in the order of
 * its ids, and again to the next one when no acknowledgement came.
 */
export function createHub({ db, log, show, livingSessions }: Options): NotificationHub {
  const byAccount = new Map<number, Set<Listener>>()
  const wanted = new Set<number>()
  const acknowledgements = createAcknowledgements({ db, log })
  let lookTimer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let isStopped = false
  const sessions = watchSessions({ log, closeEnded })

  async function closeEnded(): Promise<void> {
    const all = [...byAccount.values()].flatMap((own) => [...own])
    for (let start = 0; start < all.length; start += sessionsAtOnce) {
      const some = all.slice(start, start + sessionsAtOnce)
      const hashes = some.map(({ sessionHash }) => sessionHash)
      const living = await livingSessions(db, hashes)
      for (const { sessionHash, peer } of some)
        if (!living.has(sessionHash.toString('hex'))) peer.close(4401, 'no_reconnect unauthorized')
    }
  }

  function lookSoon(ms = gatherMs): void {
    if (isStopped) return
    lookTimer ??= setTimeout(() => {
      lookTimer = undefined
      looking = (looking ?? Promise.resolve()).then(look)
    }, ms)
  }

  async function look(): Promise<void> {
    const accounts = [...wanted]
    wanted.clear()
    try {
      while (accounts.length > 0) await lookFor(accounts.splice(0, accountsAtOnce))
    } catch (error) {
      log.warn({ err: error }, 'waiting notifications not read')
      for (const accountId of byAccount.keys()) wanted.add(accountId)
      lookSoon(againMs)
    }
  }

  async function lookFor(accountIds: readonly number[]): Promise<void> {
    const places = accountIds
      .filter((accountId) => byAccount.has(accountId))
      .map((accountId) => ({ accountId, afterId: lowestOf(accountId) }))
    if (places.length === 0) return
    const rows = Map.groupBy(await unackedAfter(db, places), (row) => Number(row.account_id))
    // Who came meanwhile wants older ones, too: the look that its coming asked for brings all of them.
    for (const { accountId, afterId } of places)
      for (const listener of byAccount.get(accountId) ?? [])
        if (listener.afterId >= afterId) take(listener, rows.get(accountId) ?? [])
  }

  function lowestOf(accountId: number): number {
    const places = [...(byAccount.get(accountId) ?? [])].map(({ afterId }) => afterId)
    return Math.min(...places)
  }

  function take(listener: Listener, rows: readonly NotificationRow[]): void {
    const fresh = rows.filter((row) => row.id > listener.afterId)
    listener.hasMore = rows.length === mostAtOnce
    listener.afterId = Math.max(listener.afterId, rows.at(-1)?.id ?? 0)
    listener.waiting.push(...fresh)
    if (listener.timer === undefined) deliver(listener)
  }

  function deliver(listener: Listener): void {
    listener.timer = undefined
    const next = listener.waiting.shift()
    if (next === undefined) {
      if (listener.hasMore) wake([listener.accountId])
      listener.hasMore = false
      return
    }
    const isFresh = next.created_at.getTime() >= listener.joinedAt
    listener.peer.send({ type: 'notification', isFresh, ...show(next, listener.world) })
    listener.timer = setTimeout(() => deliver(listener), deliveryMs)
  }

  function wake(accountIds?: readonly number[]): void {
    for (const accountId of accountIds ?? byAccount.keys())
      if (byAccount.has(accountId)) wanted.add(accountId)
    if (wanted.size > 0) lookSoon()
  }

  return {
    wake,
    join(given) {
      const listener: Listener = {
        ...given,
        joinedAt: Date.now(),
        afterId: 0,
        waiting: [],
        hasMore: false,
        timer: undefined,
      }
      const own = byAccount.get(given.accountId) ?? new Set()
      byAccount.set(given.accountId, own.add(listener))
      wake([given.accountId])
      return listener
    },
    leave(listener) {
      clearTimeout(listener.timer)
      const own = byAccount.get(listener.accountId)
      own?.delete(listener)
      if (own?.size === 0) byAccount.delete(listener.accountId)
    },
    acknowledge({ accountId }, id) {
      acknowledgements.add({ accountId, id })
    },
    closeEnded,
    sessionsEnded: sessions.soon,
    countOf: (accountId) => byAccount.get(accountId)?.size ?? 0,
    async stop() {
      isStopped = true
      sessions.stop()
      clearTimeout(lookTimer)
      await acknowledgements.stop()
      await looking
    },
  }
}
