import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { routes } from '#platform/routing/routes.ts'
import { liveWorlds } from '#platform/routing/worlds.ts'
import type { App } from '../listen/app.ts'
import { chooseEncoding } from '../send/encoding.ts'
import { securityHeaders } from '../visitor/headers.ts'

export const speculationPath = '/speculation-rules.json'

/** `material/{id}/{slug?}` as a URL pattern. */
function patternOf(world: string, words: string): string {
  const path = words.replaceAll(/\/\{\w+\?\}/g, '{/*}?').replaceAll(/\{\w+\}/g, '*')
  return path === '' ? `/${world}` : `/${world}/${path}`
}

/**
 * What browsers may fetch before a click (on hover and touch): only pages that are the same for everybody, by name, so
 * that nothing that logs out, posts or counts is ever among them. Material pages are even drawn.
 */
export function speculationRules(): object {
  const shared = routes.filter(
    ({ access, cache, traits }) => access === 'public' && cache && !traits.includes('token' as never),
  )
  const patterns = (chosen: typeof shared) =>
    liveWorlds().flatMap(({ world }) => chosen.map(({ words }) => patternOf(world, words[world])))
  const quiet = { not: { selector_matches: '[download], [rel~="nofollow"], [aria-current="page"]' } }
  const where = (chosen: typeof shared) => ({ and: [{ href_matches: patterns(chosen) }, quiet] })
  const inWorlds = shared.filter(({ name }) => name !== 'root-landing')
  return {
    prefetch: [{ where: where(inWorlds), eagerness: 'moderate' }],
    prerender: [{ where: where(inWorlds.filter(({ name }) => name === 'material')), eagerness: 'moderate' }],
  }
}

/** Browsers ask for the rules with the first page they see: made small once, they leave the line to the page. */
const rules = encodings(JSON.stringify(speculationRules()))
const noRules = encodings('{}')

function encodings(text: string) {
  return {
    identity: Buffer.from(text),
    br: brotliCompressSync(text),
    zstd: zstdCompressSync(text),
    gzip: gzipSync(text),
  }
}

/** GET /speculation-rules.json, named by the Speculation-Rules header of pages. Who saves data gets none. */
export function serveSpeculationRules(app: App, request: IncomingMessage, response: ServerResponse): void {
  const isSaving = request.headers['save-data'] === 'on'
  const encoding = chooseEncoding(request.headers['accept-encoding'] as string | undefined)
  const body = (isSaving ? noRules : rules)[encoding]
  response.writeHead(200, {
    ...securityHeaders(app.deps.env.siteUrl),
    'Content-Type': 'application/speculationrules+json',
    'Content-Length': body.length,
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    'Cache-Control': 'public, max-age=3600',
    Vary: 'Accept-Encoding, Save-Data',
    'X-Robots-Tag': 'noindex',
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
