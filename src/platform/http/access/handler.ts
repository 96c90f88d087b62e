import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context, Deps } from '#platform/context/context.ts'
import type { ErrorCode } from '#platform/errors.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'

/** As what an answer is counted and logged. */
export type HandlerKind = 'page' | 'api' | 'image' | 'file' | 'static' | 'operator'

/** What the front controller offers a handler. */
export interface Front {
  deps: Deps
  /** The product plus who asks. @throws ProductError('unauthorized') for a Bearer token that is not valid */
  contextOf(request: IncomingMessage, world: LiveWorld): Promise<Context>
  /** Answers as for an address without a handler: a page, or 404. */
  servePage(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** The error as a page, in the visitor's language; English where no world is known. */
  sendError(
    request: IncomingMessage,
    response: ServerResponse,
    code: ErrorCode,
    world?: LiveWorld,
  ): Promise<void>
}

/** Answers addresses that begin alike; what no handler answers is a page. `F` is wider for the platform's own. */
export interface Handler<F extends Front = Front> {
  /** The first segment of its addresses ('files' for /files/...), or which addresses, where these begin in many ways. */
  path: string | ((target: string, deps: Pick<Deps, 'announcer'>) => boolean)
  kind: HandlerKind
  /** What it takes. Where it says nothing, a page takes every method of forms and programs, all else is only read. */
  methods?: readonly string[]
  /** Whatever host is asked: for the operators. */
  anyHost?: true
  /** On hosts that show part of the main site, too (mirror.ts). */
  onMirrors?: true
  /** HEAD is its own to answer. What it throws is a 500, or a 503 while the database is away. */
  serve(front: F, request: IncomingMessage, response: ServerResponse): Promise<void> | void
}

/** The path of a request, without its query. */
export function pathOf({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  return url.split('?', 1)[0] ?? ''
}
