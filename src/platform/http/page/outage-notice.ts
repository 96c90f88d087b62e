import type { StoredPage } from '#platform/context/page-cache.ts'
import { translator } from '#platform/i18n/translate.ts'
import { liveWorlds } from '#platform/routing/worlds.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { encodedBody, storedPage } from '../cache/page-cache.ts'

const mainTag = Buffer.from('<main')

/**
 * The same page with a strip above its content: what can be done without the database, and what cannot. Made once per
 * stored page; never cached by a CDN. The strip's styles are in every page.
 */
export async function withOutageNotice(stored: StoredPage): Promise<StoredPage> {
  if (stored.noticed) return stored.noticed
  const body = await encodedBody(stored, 'identity')
  const at = body.indexOf(mainTag)
  if (at < 0) return stored
  const lang = /<html lang="([\w-]+)"/.exec(body.toString('latin1', 0, 200))?.[1]
  const world = liveWorlds().find((row) => row.lang === lang)?.world ?? 'en'
  const strip = `<aside class="outage"><p role="status">${escapeHtml(translator(world)('common:outage'))}</p></aside>`
  const made = storedPage(
    {
      ...stored.page,
      body: Buffer.concat([body.subarray(0, at), Buffer.from(strip), body.subarray(at)]),
      headers: {
        ...stored.page.headers,
        // RFC 9211: served although the origin could not be asked.
        'Cache-Status': 'aularium; hit; detail=database-away',
      },
      cache: { maxAge: 0, swr: 0 },
    },
    0,
  )
  stored.noticed = made
  stored.weigh?.()
  return made
}
