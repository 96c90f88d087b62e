import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AstroIntegration } from 'astro'

const ticketHeader = 'x-door-ticket'
const localsKey = Symbol.for('astro.locals')

/**
 * `astro dev` with the same door in front. A page the door wants is fetched from the dev server itself with a
 * one-time ticket, under which the locals wait: so one door serves development and production.
 */
export function door(): AstroIntegration {
  return {
    name: 'door',
    hooks: {
      'astro:server:setup': async ({ server }) => {
        process.env.NODE_ENV ??= 'development'
        const { readEnv } = await import('../env.ts')
        const { openDeps } = await import('../house.ts')
        const { runJobs } = await import('../jobs/runner.ts')
        const { prepareDemo } = await import('../db/seed/demo.ts')
        const { createDoor } = await import('./door.ts')
        const { createPageFinish } = await import('./finish-page.ts')
        const { createOutage } = await import('./outage.ts')
        const { createShareImages } = await import('./share-images.ts')
        const { createVisits } = await import('./visits.ts')
        const { getRequestListener } = await import('@hono/node-server')
        const { createApi } = await import('../api/app.ts')
        const env = readEnv({ ...process.env, NODE_ENV: 'development', PAGE_CACHE_MB: '0' })
        const { deps, close } = await openDeps(env)
        if (env.demo) await prepareDemo(deps)
        await runJobs(deps)
        const tickets = new Map<string, object>()
        const enter = createDoor({
          deps,
          renderPage: (path, locals) => {
            const ticket = randomUUID()
            tickets.set(ticket, locals)
            const port = portOf(server.httpServer)
            return fetch(`http://localhost:${port}${path}`, {
              headers: { [ticketHeader]: ticket },
              redirect: 'manual',
            })
          },
          api: getRequestListener(createApi(deps).fetch, { overrideGlobalObjects: false }),
          files: (_request, _response, next) => next(),
          finish: createPageFinish(''),
          outage: createOutage(async () => undefined),
          shareImages: createShareImages(deps),
          visits: createVisits({ file: '', most: 0 }),
          isReady: () => true,
        })
        server.middlewares.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
          const ticket = request.headers[ticketHeader]
          const locals = typeof ticket === 'string' ? tickets.get(ticket) : undefined
          if (locals) {
            tickets.delete(ticket as string)
            Object.assign(request, { [localsKey]: locals })
            return next()
          }
          // Vite's own addresses: modules, hot reload, sources, and files of public/.
          if (/^\/(@|node_modules\/|src\/|_astro\/|[^/?]*\.\w+($|\?))/.test(request.url ?? '')) return next()
          enter(request, response)
        })
        server.httpServer?.once('close', () => void close())
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
