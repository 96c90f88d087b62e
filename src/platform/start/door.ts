import type { RequestListener, Server } from 'node:http'
import type { Env } from '#platform/env/env.ts'
import { answerBrokenRequest } from '#platform/http/listen/broken-request.ts'
import { createDrainableServer, type DrainableServer } from '#platform/http/listen/drain.ts'
import { createStartingAnswers } from '#platform/http/listen/starting.ts'
import { createUnreadBodies, type UnreadBodies } from '#platform/http/listen/unread-body.ts'
import type { Sockets } from '#platform/realtime/sockets.ts'

export interface Door extends DrainableServer {
  server: Server
  /** The port really listened on (PORT=0 picks a free one). */
  port: number
  bodies: UnreadBodies
  /** From now on these answer, and no longer "is starting". */
  enter(listener: RequestListener, realtime: Sockets): void
}

/**
 * Listens at once: the first start takes a minute, and whoever comes meanwhile is told so.
 * @throws when the port is taken
 */
export async function openDoor({
  port,
  host,
  siteUrl,
}: Pick<Env, 'port' | 'host' | 'siteUrl'>): Promise<Door> {
  const bodies = createUnreadBodies()
  let listener = createStartingAnswers(siteUrl)
  let sockets: Sockets | undefined
  const door = createDrainableServer(
    {
      // No limit on a whole request: uploads take their time, and who reads a body limits its own.
      requestTimeout: 0,
      headersTimeout: 15_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16 * 1024,
      // Whatever else wants to change its protocol (h2c) is answered as the plain request it is, too.
      shouldUpgradeCallback: (request) => sockets?.wants(request) ?? false,
    },
    (request, response) => listener(request, response),
    bodies.isCutShort,
  )
  const { server } = door
  server.on('clientError', answerBrokenRequest)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    ...door,
    port: typeof address === 'object' && address ? address.port : port,
    bodies,
    enter(next, realtime) {
      listener = next
      sockets = realtime
      server.on('upgrade', realtime.upgrade)
    },
  }
}
