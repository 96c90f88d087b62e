import { createHash } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { ProductError } from '#platform/errors.ts'
import { translator } from '#platform/i18n/translate.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { errorEnvelope, worldOfAddress } from '../access/failure.ts'
import { bareContentPolicy, securityHeaders } from '../visitor/headers.ts'
import { preferredWorld } from '../visitor/preferred-world.ts'
import { firstSegment } from './first-segment.ts'

/** After so long the page loads itself again, and programs may ask again. */
const reloadSeconds = 4

/** The colours of tokens.css; nothing of the build can be asked for yet. */
const style = `
:root { color-scheme: light dark }
body { margin: 0; min-block-size: 100vh; display: grid; place-items: center;
  background: light-dark(oklch(0.981 0.009 88), oklch(0.205 0.011 175));
  color: light-dark(oklch(0.26 0.022 165), oklch(0.945 0.008 100));
  font: 1.0625rem/1.6 "Commissioner", system-ui, "Noto Sans", sans-serif }
main { box-sizing: border-box; inline-size: min(100%, 36rem); padding: 2rem 1.25rem }
.brand { display: flex; align-items: center; gap: 0.625rem; margin: 0 0 2.5rem;
  font: 600 1.375rem/1 "Literata", Georgia, "Noto Serif", serif }
.brand svg { inline-size: 2.25rem; block-size: 2.25rem }
h1 { margin: 0 0 0.75rem; font: 600 clamp(1.75rem, 1.2rem + 3vw, 2.5rem)/1.15 "Literata", Georgia, "Noto Serif", serif;
  text-wrap: balance }
p { margin: 0 0 0.75rem; text-wrap: pretty }
.soft { color: light-dark(oklch(0.46 0.022 165), oklch(0.765 0.014 130)) }
.bar { block-size: 4px; margin-block-start: 2rem; border-radius: 2px; overflow: hidden;
  background: light-dark(oklch(0.938 0.028 188), oklch(0.32 0.04 190)) }
.bar::before { content: ""; display: block; block-size: 100%; inline-size: 30%; border-radius: 2px;
  background: light-dark(oklch(0.445 0.084 192), oklch(0.8 0.094 188)) }
@media (prefers-reduced-motion: no-preference) {
  .bar::before { animation: pass 2s ease-in-out infinite alternate }
  @keyframes pass { to { margin-inline-start: 70% } }
}`
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'`

const logo =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#10595c"/><path d="M8.500 24 15 7.500h2L23.500 24M11.300 18h9.400" fill="none" stroke="#fdf9f0" stroke-width="2.600" stroke-linecap="round" stroke-linejoin="round"/></svg>'

/**
 * Answers everything while database, migrations and demo are made: a page in the visitor's language that loads itself again,
 * programs in the form of all API errors, a load balancer that the process lives and is not ready.
 */
export function createStartingAnswers(siteUrl: string): RequestListener {
  const send = (response: ServerResponse, status: number, body: string, headers: Record<string, string>) => {
    response.writeHead(status, {
      ...securityHeaders(siteUrl),
      'Content-Security-Policy': bareContentPolicy,
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
      Connection: 'close',
      ...(status === 503 ? { 'Retry-After': `${reloadSeconds}` } : {}),
      ...headers,
    })
    response.end(body)
  }
  const plain = { 'Content-Type': 'text/plain; charset=utf-8' }
  return (request, response) => {
    const target = request.url ?? '/'
    const place = firstSegment(target)
    if (place === 'health') {
      const isLive = target.split('?', 1)[0] === '/health/live'
      return send(response, isLive ? 200 : 503, isLive ? 'live' : 'not ready', plain)
    }
    if (place === 'api')
      return send(response, 503, errorEnvelope(new ProductError('unavailable'), worldOfAddress(target)), {
        'Content-Type': 'application/json; charset=utf-8',
      })
    send(response, 503, startingPage(request), {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      Vary: 'Accept-Language, Cookie',
    })
  }
}

function startingPage(request: IncomingMessage): string {
  const world = preferredWorld(request)
  const t = translator(world)
  const heading = escapeHtml(t('common:starting.heading'))
  return `<!doctype html>
<html lang="${worldOf(world).lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${reloadSeconds}"><title>${heading} – ${escapeHtml(t('common:brand'))}</title><style>${style}</style></head>
<body><main><p class="brand">${logo}${escapeHtml(t('common:brand'))}</p><h1>${heading}</h1>
<p>${escapeHtml(t('common:starting.text'))}</p><p class="soft">${escapeHtml(t('common:starting.reload'))}</p><div class="bar" aria-hidden="true"></div></main></body></html>`
}
