import type { Context, RequestContext } from '#platform/context/context.ts'
import type { CookieRole } from '#platform/context/cookies.ts'

type TokenName = Exclude<keyof Context, keyof RequestContext | 'requestId'>

/**
 * By what a feature knows a visitor again who needs no account: a secret the browser or program brings with each request,
 * found in the context under its name. The feature adds its type to `Context` beside the declaration.
 */
export interface TokenType {
  name: TokenName
  cookie: CookieRole
  /** For programs: its name in small letters, and what a token looks like. It counts before the cookie. */
  header?: { name: string; form: RegExp }
}
