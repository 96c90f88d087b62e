import { getRequestListener } from '@hono/node-server'
import type { Deps } from '#platform/context/context.ts'
import { createApi } from '../api/api.ts'
import { createEarlyHints } from '../cache/early-hints.ts'
import { createSharedAddresses } from '../cache/stored-answers.ts'
import { formTableOf } from '../form/form-table.ts'
import { sendError } from '../page/error-pages.ts'
import { servePage } from '../page/pages.ts'
import { requestCookies } from '../visitor/client.ts'
import { visitorContext } from '../visitor/request.ts'
import type { App, ProductParts } from './app.ts'
import { createHandlers } from './handlers.ts'

/** The same for production, development and tests; what differs there is handed in. */
export function createApp(
  deps: Deps,
  { actions, handlers, mirrors, countedPages }: ProductParts,
  { renderPage, files, isReady }: Pick<App, 'renderPage' | 'files' | 'isReady'>,
): App {
  const sharedAddresses = createSharedAddresses()
  const app: App = {
    deps,
    renderPage,
    files,
    isReady,
    sharedAddresses,
    handlers: createHandlers(handlers),
    mirrors,
    countedPages,
    api: getRequestListener(createApi(deps, actions, sharedAddresses).fetch, {
      overrideGlobalObjects: false,
    }),
    hints: createEarlyHints(deps.log),
    forms: formTableOf(actions),
    contextOf: (request, world) => visitorContext(deps, request, requestCookies(deps, request), world),
    servePage: (request, response) => servePage(app, request, response),
    sendError: (request, response, code, world) => sendError(app, request, response, code, world),
  }
  return app
}
