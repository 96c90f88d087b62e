import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { AstroIntegration } from 'astro'

const ticketHeader = 'x-dev-ticket'
const localsKey = Symbol.for('astro.locals')
/** Vite's own addresses: modules, hot reload, sources, and files of public/. */
const viteOwn = /^\/(@|node_modules\/|src\/|_astro\/|[^/?]*\.\w+($|\?))/

/**
 * `astro dev` with the same front controller. A page the front controller wants is fetched from the dev server itself with a
 * one-time ticket, under which the locals wait: so one front controller serves development and production.
 */
export function frontController(): AstroIntegration {
  return {
    name: 'front-controller',
    hooks: {
      'astro:server:setup': async ({ server }) => {
        process.env.NODE_ENV ??= 'development'
        const { readEnv } = await import('#platform/env/env.ts')
        const { openDeps } = await import('./app.ts')
        const { runJobs } = await import('#platform/jobs/runner.ts')
        const { createFrontController, isAnsweredHere } = await import(
          '#platform/http/listen/front-controller.ts'
        )
        const { createApp } = await import('#platform/http/listen/create-app.ts')
        const { jobs, productParts, sockets } = await import('#features')
        const { createSockets } = await import('#platform/realtime/sockets.ts')
        const { createUnreadBodies } = await import('#platform/http/listen/unread-body.ts')
        const env = readEnv({ ...process.env, NODE_ENV: 'development', PAGE_CACHE_MB: '0', KIT_PAGE: 'true' })
        const { deps, close } = await openDeps(env)
        if (env.demo) await (await import('#demo/demo.ts')).prepareDemo(deps)
        await runJobs(deps, jobs)
        const tickets = new Map<string, object>()
        const app = createApp(deps, productParts, {
          renderPage: (path, locals) => {
            const ticket = randomUUID()
            tickets.set(ticket, locals)
            const port = portOf(server.httpServer)
            return fetch(`http://localhost:${port}${path}`, {
              headers: { [ticketHeader]: ticket },
              redirect: 'manual',
            })
          },
          files: (_request, _response, next) => next(),
          isReady: () => true,
        })
        // Vite's server asks nobody which answer is the last: what nobody reads of a body, Node reads to its end.
        const enter = createFrontController(app, createUnreadBodies())
        server.middlewares.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
          const ticket = request.headers[ticketHeader]
          const locals = typeof ticket === 'string' ? tickets.get(ticket) : undefined
          if (locals) {
            tickets.delete(ticket as string)
            Object.assign(request, { [localsKey]: locals })
            return next()
          }
          const target = request.url ?? '/'
          if (!isAnsweredHere(app, target) && viteOwn.test(target)) return next()
          enter(request, response)
        })
        const realtime = createSockets(deps, sockets)
        // Vite's own socket, hot reload, is on the same port.
        server.httpServer?.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
          if (realtime.knows(request)) realtime.upgrade(request, socket, head)
        })
        server.httpServer?.once('close', () => void realtime.close().then(close))
      },
    },
  }
}

function portOf(server: { address(): AddressInfo | string | null } | null): number {
  const address = server?.address()
  if (typeof address !== 'object' || address === null)
    throw new Error('the dev server does not listen on a port')
  return address.port
}
