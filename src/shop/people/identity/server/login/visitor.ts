import type { Deps, Visitor } from '#platform/context/context.ts'
import type { Credentials } from '#platform/context/product.ts'
import { ProductError } from '#platform/errors.ts'
import { findSession, noteSessionInUse } from '../sessions/session-queries.ts'
import { memberView } from '../view.ts'
import { sessionOfToken } from './token.ts'

/**
 * Who asks. An expired or unknown session cookie makes a stranger; a bearer token that is not valid is refused,
 * because an app must hear that it has to log in again.
 * @throws ProductError('unauthorized')
 */
export async function resolveVisitor(
  deps: Pick<Deps, 'db' | 'pool' | 'env' | 'termsVersion'>,
  credentials: Credentials,
): Promise<Visitor> {
  const { sessionToken, bearer, anonymousId } = credentials
  const token = bearer ?? sessionToken
  const stranger: Visitor = { kind: 'anonymous', anonymousId }
  if (token === undefined) return stranger
  const sessionHash = sessionOfToken(deps.env.secret, token)
  const session = sessionHash && (await findSession(deps.pool, sessionHash))
  if (session === undefined || sessionHash === undefined) {
    if (bearer !== undefined) throw new ProductError('unauthorized')
    return stranger
  }
  if (session.is_quiet) await noteSessionInUse(deps.db, sessionHash)
  return memberView(deps, session, sessionHash, anonymousId) ?? stranger
}
