import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Front, type Handler, pathOf } from '#platform/http/access/handler.ts'
import { redirect, sendText } from '#platform/http/send/send.ts'
import { preferredWorld } from '#platform/http/visitor/preferred-world.ts'
import { url } from '#platform/routing/url.ts'
import { programScopes } from '#platform/scopes.ts'

export const handlers: readonly Handler[] = [
  { path: 'authorize', kind: 'page', serve: serveAuthorize },
  { path: isMetadata, kind: 'static', serve: serveMetadata },
]

function isMetadata(target: string): boolean {
  return pathOf({ url: target }) === '/.well-known/oauth-authorization-server'
}

/** RFC 8414. */
function serveMetadata(front: Front, _request: IncomingMessage, response: ServerResponse): void {
  sendText(front, response, 200, JSON.stringify(authorizationServerMetadata(front.deps.env.siteUrl)), {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'public, max-age=3600',
    'X-Robots-Tag': 'noindex',
  })
}

/** /authorize knows no world: it leads to the page in the visitor's own, with everything it was asked with. */
function serveAuthorize(
  front: Front,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | void {
  const target = request.url ?? ''
  const cut = target.indexOf('?')
  if (pathOf(request) !== '/authorize') return front.servePage(request, response)
  const search = cut < 0 ? '' : target.slice(cut)
  response.setHeader('Vary', 'Cookie, Accept-Language')
  const world = preferredWorld(request, new URLSearchParams(search).get('ui_locales') ?? '')
  redirect(front, response, url('authorize', { world }) + search, 302)
}

const authMethods = ['none', 'client_secret_basic', 'client_secret_post']

/** RFC 8414: where programs find out how to ask members for access. */
function authorizationServerMetadata(siteUrl: string) {
  return {
    issuer: siteUrl,
    authorization_endpoint: `${siteUrl}/authorize`,
    token_endpoint: `${siteUrl}/api/v3/oauth2/authenticate`,
    revocation_endpoint: `${siteUrl}/api/v3/oauth2/revoke`,
    revocation_endpoint_auth_methods_supported: authMethods,
    scopes_supported: ['public', 'full', ...programScopes],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    token_endpoint_auth_methods_supported: authMethods,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${siteUrl}/api/docs`,
    ui_locales_supported: ['de', 'es', 'fr', 'el', 'it', 'en'],
  }
}
