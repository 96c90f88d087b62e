import { choiceCookie, decodeChoice } from '#platform/routing/choice.ts'
import { nextPath } from '#platform/routing/next-path.ts'

const pattern = new RegExp(`(?:^|;\\s*)${choiceCookie}=([^;]*)`)

/**
 * Where `/` leads a visitor who chose a world before: a page of ours, or undefined. The cookie is written by the browser,
 * so it can say anything: other sites, the root itself and what is no page of ours count as nothing.
 */
export function savedTarget(cookies: string | undefined): string | undefined {
  const saved = cookies === undefined ? undefined : pattern.exec(cookies)?.[1]?.trim()
  const path = saved === undefined ? undefined : nextPath(decodeChoice(saved))
  return path === undefined || path === '/' || path.startsWith('/?') ? undefined : path
}
