import { memberOf, strangerContext } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { authorize } from '#platform/http/access/authorize.ts'
import { socketType } from '#platform/realtime/socket.ts'
import { isLiveWorld } from '#platform/routing/worlds.ts'
import { socketLimits } from '#platform/rules/socket-limits.ts'
import { resolveVisitor } from '#shop/people/identity/server/service.ts'
import type { Listener } from './hub.ts'
import { countUnread } from './queries.ts'

/**
 * Specification 4, "WebSocket": the handshake names the world and brings an access token; a browser's own session is in
 * its cookie, which scripts cannot read, so there the token may be left out.
 */
export const notificationSocket = socketType<Listener>({
  path: '/notifications',
  async open(deps, { access_token: token, world }, { headers }, peer) {
    if (typeof world !== 'string' || !isLiveWorld(world)) throw new ProductError('invalid_input')
    if (token !== undefined && token !== null && typeof token !== 'string')
      throw new ProductError('unauthorized')
    const { session } = deps.cookies.read(headers.cookie)
    const visitor = await resolveVisitor(deps, token ? { bearer: token } : { sessionToken: session })
    const context = { ...strangerContext(deps, world, peer.sessionId), visitor }
    authorize(context, 'notification.list')
    const member = memberOf(context)
    if (member === undefined) throw new ProductError('unauthorized')
    const { accountId, sessionHash } = member
    if (deps.notificationHub.countOf(accountId) >= socketLimits.perMember)
      throw new ProductError('rate_limited')
    const unread = await countUnread(deps.db, accountId)
    const listener = deps.notificationHub.join({ accountId, world, sessionHash, peer })
    return { session: listener, reply: { heartbeat: socketLimits.heartbeatMs / 1000, unread } }
  },
  receive({ notificationHub }, listener, { type, id }) {
    if (type !== 'ack' || !Number.isSafeInteger(id) || Number(id) < 1) return false
    notificationHub.acknowledge(listener, Number(id))
    return true
  },
  leave: ({ notificationHub }, listener) => notificationHub.leave(listener),
})
