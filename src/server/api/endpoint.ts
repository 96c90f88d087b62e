import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { ZodType, z } from 'zod'
import type { Context } from '../context.ts'

export type Access = 'public' | 'member' | 'seller' | 'admin'
export type RateClass = 'read' | 'search' | 'write' | 'login' | 'register' | 'upload' | 'report' | 'webhook'

/** Cookies are named by role; attributes (Secure, SameSite, __Host- prefix) are decided in cookies.ts alone. */
export interface CookieChange {
  name: 'session' | 'c_t' | 'v_id' | 'logged_in' | 'csrf' | 'country'
  value: string
  /** 0 deletes the cookie. */
  maxAgeSeconds: number
}

/** What a handler answers: data for JSON, or a stream with its own headers. */
export interface Reply<T> {
  status?: number
  data?: T
  headers?: Record<string, string>
  cookies?: CookieChange[]
  stream?: Readable | Buffer
}

export interface RawRequest {
  headers: IncomingHttpHeaders
  /** The unread body; raw endpoints read it themselves (uploads, webhooks). */
  body: Readable
  ip: string
}

type Schema = ZodType | undefined
type Parsed<S extends Schema> = S extends ZodType ? z.output<S> : undefined

export interface EndpointInput<P extends Schema, Q extends Schema, B extends Schema> {
  params: Parsed<P>
  query: Parsed<Q>
  body: Parsed<B>
  raw: RawRequest
}

/** One row of the API table: OpenAPI, access, CSRF, terms, limits and validation are read off it. */
export interface Endpoint<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  O extends ZodType = ZodType,
> {
  method: 'get' | 'post' | 'put' | 'delete'
  /** '/v1/materials/{id}': below /api. */
  path: string
  summary: string
  tag: string
  access: Access
  /** 'required': a member who has not accepted the terms gets terms_not_accepted (specification 4). */
  terms: 'required' | 'skipped'
  rate: RateClass
  /** Money routes: an Idempotency-Key header replays the first answer. */
  idempotent?: boolean
  /** 'raw': the handler reads the body itself; 'webhook' also skips CSRF and sessions. */
  bodyKind?: 'json' | 'raw' | 'webhook'
  params?: P
  query?: Q
  body?: B
  output: O
  handler: (context: Context, input: EndpointInput<P, Q, B>) => Promise<Reply<z.input<O>>>
}

/** Keeps the types of one row together; rows are collected in table.ts. */
export function endpoint<
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
  O extends ZodType = ZodType,
>(row: Endpoint<P, Q, B, O>): Endpoint {
  // The table holds rows of many shapes; each row's own types were checked on the way in.
  return row as unknown as Endpoint
}
