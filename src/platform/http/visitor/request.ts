import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Context, Deps, Visitor } from '#platform/context/context.ts'
import type { RequestCookies } from '#platform/context/cookies.ts'
import { ProductError } from '#platform/errors.ts'
import { defaultWorld, isLiveWorld, type LiveWorld } from '#platform/routing/worlds.ts'
import { clientIp, rateClientOf } from './client.ts'
import { isUnlisted } from './unlisted-host.ts'

/** Whether a header came more than once; `name` in small letters. */
export function isTwice(rawHeaders: readonly string[], name: string): boolean {
  let times = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const each = rawHeaders[i]
    if (each?.length === name.length && each.toLowerCase() === name) times += 1
  }
  return times > 1
}

/**
 * Who asks, from cookies or a Bearer token. `takesBasic`: where programs name themselves (RFC 6749, 2.3.1).
 * @throws ProductError('unauthorized') for a Bearer token that is not valid
 */
export async function visitorContext(
  deps: Deps,
  request: IncomingMessage,
  cookies: RequestCookies,
  world: LiveWorld,
  takesBasic = false,
): Promise<Context> {
  const given = request.headers.authorization
  const authorization = takesBasic && /^basic\b/i.test(given ?? '') ? undefined : given
  const bearer = authorization?.match(/^Bearer ([\w.~-]{1,200})$/i)?.[1]
  if (authorization !== undefined && bearer === undefined) throw new ProductError('unauthorized')
  const anonymousId = cookies.v_id
  const needsLookup = bearer !== undefined || cookies.session !== undefined
  const visitor: Visitor = needsLookup
    ? await deps.visitors.resolve(deps, { sessionToken: cookies.session, bearer, anonymousId })
    : { kind: 'anonymous', anonymousId }
  if (visitor.kind === 'member') await deps.visitors.note(deps, visitor, request)
  const ip = clientIp(request, deps.env.trustedProxies)
  const client = rateClientOf(deps, request)
  const userAgent = request.headers['user-agent']?.slice(0, 300)
  const ipCountry = countryOfProxy(request, deps.env.trustedProxies)
  const country = cookies.country ?? ipCountry
  return {
    ...deps,
    ...broughtTokens(deps.visitors, request, cookies),
    world,
    visitor,
    requestId: randomUUID(),
    ip,
    rateClient:
      visitor.kind === 'member' && !client.own ? { ...client, own: `account ${visitor.accountId}` } : client,
    country,
    ipCountry,
    userAgent,
  }
}

/** What features know a visitor by; a header counts where it has the form of a token. */
function broughtTokens(
  { tokens }: Deps['visitors'],
  { headers }: Pick<IncomingMessage, 'headers'>,
  cookies: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    tokens.map(({ name, cookie, header }) => {
      const given = header && headers[header.name]
      return [name, typeof given === 'string' && header?.form.test(given) ? given : cookies[cookie]]
    }),
  )
}

/** The country of a request by a trusted proxy's header only; countries we do not sell to count as none. */
function countryOfProxy({ headers }: IncomingMessage, trustedProxies: number): string | undefined {
  if (trustedProxies === 0) return undefined
  const code = headers['x-country-code'] ?? headers['cf-ipcountry']
  return typeof code === 'string' && /^[A-Za-z]{2}$/.test(code) ? code.toUpperCase() : undefined
}

/** World of an API call: the `world` parameter, else the default world. @throws ProductError('invalid_input') */
export function worldParameter(value: unknown): LiveWorld {
  if (value === undefined || value === null || value === '') return defaultWorld
  if (typeof value === 'string' && isLiveWorld(value)) return value
  throw new ProductError('invalid_input', { fields: { world: 'invalid' } })
}

/**
 * Whether nothing about a request has to be thought of before it is answered from memory: it came once to a host of ours that
 * search engines may list, with no body and no condition.
 */
export function createPlainCheck(env: Deps['env']): (request: IncomingMessage) => boolean {
  const hosts = new Set([...env.allowedHosts].filter((host) => !isUnlisted(env, host)))
  return ({ headers, rawHeaders }) =>
    hosts.has(headers.host ?? '') && !isConditional(headers) && !isTwice(rawHeaders, 'host')
}

/** Whether a request has a body, or a condition under which it wants none. */
function isConditional(headers: IncomingMessage['headers']): boolean {
  return (
    headers['if-none-match'] !== undefined ||
    headers['content-length'] !== undefined ||
    headers['transfer-encoding'] !== undefined
  )
}
