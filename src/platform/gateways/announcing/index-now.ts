import { ProductError } from '#platform/errors.ts'
import type { Announced, PageAnnouncer } from './page-announcer.ts'

const patienceMs = 20_000
/** Bad request, wrong key, addresses of another host: the same call will never pass (indexnow.org/documentation). */
const refusals: ReadonlySet<number> = new Set([400, 403, 422])

/** IndexNow: one POST reaches every engine that takes part. */
export function createIndexNow({ key, endpoint }: { key: string; endpoint: string }): PageAnnouncer {
  return {
    key,
    async announce(host, addresses): Promise<Announced> {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json; charset=utf-8' },
        body: JSON.stringify({
          host,
          key,
          keyLocation: `https://${host}/${key}.txt`,
          urlList: addresses,
        }),
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      })
      await response.body?.cancel()
      if (response.ok) return 'accepted'
      if (refusals.has(response.status)) return 'refused'
      throw new ProductError('unavailable', { cause: new Error(`IndexNow answers ${response.status}`) })
    },
  }
}
