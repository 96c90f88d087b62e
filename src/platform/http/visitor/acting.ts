import type { IncomingMessage } from 'node:http'
import { type Context, type Deps, isActedFor, memberOf } from '#platform/context/context.ts'
import type { PageLocals } from '../page/locals.ts'
import { requestCookies } from './client.ts'

/** The cookie alone is anybody's to write: it must not make pages for nothing. */
export async function actsNow(deps: Deps, request: IncomingMessage): Promise<boolean> {
  const { session: sessionToken } = requestCookies(deps, request)
  const visitor = await deps.visitors.resolve(deps, { sessionToken })
  return isActedFor({ visitor })
}

/** What a page must say when an admin looks at it in a member's name. */
export function actingOf(context: Context): Pick<PageLocals, 'acting'> {
  const member = memberOf(context)
  return member && isActedFor(context) ? { acting: { publicName: member.publicName } } : {}
}
