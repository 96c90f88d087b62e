import { getRequestListener } from '@hono/node-server'
import type { Deps } from '../context.ts'
import { actions } from '../features/list.ts'
import { requestCookies } from '../http/client.ts'
import { formTableOf } from '../http/form-table.ts'
import { createApi } from './api.ts'
import type { App } from './app.ts'
import { createEarlyHints } from './early-hints.ts'
import { sendError } from './error-pages.ts'
import { servePage } from './pages.ts'
import { visitorContext } from './request.ts'
import { createSharedAddresses } from './stored-answers.ts'

/** The same for production, development and tests; what differs there is handed in. */
export function createApp(
  deps: Deps,
  { renderPage, files, isReady }: Pick<App, 'renderPage' | 'files' | 'isReady'>,
): App {
  const sharedAddresses = createSharedAddresses()
  const app: App = {
    deps,
    renderPage,
    files,
    isReady,
    sharedAddresses,
    api: getRequestListener(createApi(deps, sharedAddresses).fetch, { overrideGlobalObjects: false }),
    hints: createEarlyHints(deps.log),
    forms: formTableOf(actions),
    contextOf: (request, world) => visitorContext(deps, request, requestCookies(deps, request), world),
    servePage: (request, response) => servePage(app, request, response),
    sendError: (request, response, code, world) => sendError(app, request, response, code, world),
  }
  return app
}
