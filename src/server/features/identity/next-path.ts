import { matchAddress } from '#routing/match.ts'

/**
 * Where to go after a login: only a page of ours that the routing table knows. Everything else (another site in any
 * of its disguises, `javascript:`, line breaks, an API address, the login itself) is undefined.
 */
export function nextPath(text: string | undefined): string | undefined {
  if (text === undefined || text.length > 1000 || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text))
    return undefined
  if (!URL.canParse(text, 'http://site.invalid')) return undefined
  const target = new URL(text, 'http://site.invalid')
  if (target.origin !== 'http://site.invalid') return undefined
  const match = matchAddress(target.pathname)
  if (match.kind !== 'page') return undefined
  if (['login', 'register', 'register-confirm'].includes(match.name)) return undefined
  return target.pathname + target.search
}
