import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { isLiveWorld, type LiveWorld } from '#routing/worlds.ts'
import { ProductError } from '#shared/errors.ts'
import { isSecureSite, type RequestCookies, readCookies } from '../api/cookies.ts'
import type { Context, Deps, Visitor } from '../context.ts'
import { resolveVisitor } from '../features/identity/service.ts'

/**
 * The client's address: behind N trusted proxies the N-th entry of X-Forwarded-For from the right;
 * with none, the socket's. Entries a client wrote itself are never believed.
 */
export function clientIp(request: IncomingMessage, trustedProxies: number): string {
  const socketIp = request.socket.remoteAddress ?? 'unknown'
  if (trustedProxies === 0) return socketIp
  const header = request.headers['x-forwarded-for']
  const chain = (typeof header === 'string' ? header : '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return chain.at(-trustedProxies) ?? socketIp
}

export function requestCookies(deps: Deps, request: IncomingMessage): RequestCookies {
  return readCookies(request.headers.cookie, isSecureSite(deps.env.siteUrl))
}

/** A stranger's context: for cacheable pages, which must never know who asks. */
export function strangerContext(deps: Deps, world: LiveWorld, requestId: string = randomUUID()): Context {
  return {
    ...deps,
    world,
    visitor: { kind: 'anonymous', anonymousId: undefined },
    requestId,
    cartToken: undefined,
  }
}

/**
 * Who asks, from cookies or a Bearer token.
 * @throws ProductError('unauthorized') for a Bearer token that is not valid
 */
export async function visitorContext(
  deps: Deps,
  request: IncomingMessage,
  cookies: RequestCookies,
  world: LiveWorld,
): Promise<Context> {
  const authorization = request.headers.authorization
  const bearer = authorization?.match(/^Bearer ([\w.~-]{1,200})$/i)?.[1]
  if (authorization !== undefined && bearer === undefined) throw new ProductError('unauthorized')
  const anonymousId = cookies.v_id
  const needsLookup = bearer !== undefined || cookies.session !== undefined
  const visitor: Visitor = needsLookup
    ? await resolveVisitor(deps, { sessionToken: cookies.session, bearer, anonymousId })
    : { kind: 'anonymous', anonymousId }
  const cartHeader = request.headers['x-cart-token']
  const cartToken =
    typeof cartHeader === 'string' && /^[\w-]{1,64}$/.test(cartHeader) ? cartHeader : cookies.c_t
  return { ...deps, world, visitor, requestId: randomUUID(), cartToken, country: cookies.country }
}

/** World of an API call: the `world` parameter, else the default world. @throws ProductError('invalid_input') */
export function worldParameter(value: unknown): LiveWorld {
  if (value === undefined || value === null || value === '') return 'de'
  if (typeof value === 'string' && isLiveWorld(value)) return value
  throw new ProductError('invalid_input', { fields: { world: 'invalid' } })
}

/** Reads a body up to a limit. @throws ProductError('too_large') as soon as it is passed. */
export async function readBody(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += (chunk as Buffer).length
    if (size > maxBytes) throw new ProductError('too_large')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}
