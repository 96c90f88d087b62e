import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import type { CookieChange } from '#platform/context/cookies.ts'
import type { RateClass } from '#platform/context/rate-limits.ts'
import type { ErrorCode, FieldErrors, ProductError } from '#platform/errors.ts'
import type { PermissionName } from '#platform/permissions.ts'
import type { RouteName } from '#platform/routing/routes.ts'
import type { Parts } from '../form/parts.ts'

/** What the API answers: data for JSON, or a stream with its own headers. */
export interface Reply<T = unknown> {
  status?: number
  data?: T
  headers?: Record<string, string>
  cookies?: CookieChange[]
  stream?: Readable | Buffer
}

/** What an action may need of the request beside its input. */
export interface RequestFacts {
  headers: IncomingHttpHeaders
  ip: string
  /** The unread body of `multipart` and `webhook` actions, which read it themselves. */
  body: Readable
  /** Parameters of the page's address; empty for calls of the API. */
  params: Readonly<Record<string, string>>
}

/**
 * Where a finished form leads (303), or `typed`: the same page is shown again with it, nothing is wrong (a preview). `result`
 * is what the page shows of what was done.
 */
export type FormDone =
  | string
  | { redirect: string; cookies?: CookieChange[] }
  | { typed: Record<string, string>; result?: unknown }

/** A form that is shown again, with its problems and values. */
export interface FormProblem {
  problem: ErrorCode
  fields?: FieldErrors
  /** The file that is to blame. */
  entry?: string
  retryAfterSeconds?: number
  values?: Record<string, string>
  lists?: Record<string, string[]>
  /** Which form of the page it was. */
  intent?: string | null
  cookies?: CookieChange[]
}

/** One form as it was posted. */
export interface PostedForm<I = unknown> {
  context: Context
  input: I
  /** Parameters of the page's address. */
  params: Readonly<Record<string, string>>
  values: Readonly<Record<string, string>>
  lists: Readonly<Record<string, readonly string[]>>
}

/** The way in of browsers without JavaScript: a plain form, posted to the address of the page it stands on. */
export interface FormBinding<I = unknown, R = unknown> {
  page: RouteName | readonly RouteName[]
  /** The value of the button's (or hidden field's) `intent`. `null`: a post that names none. */
  intent: string | null
  /**
   * Where fields say it otherwise than a call does (all of a form is the whole, or one step of it): read by this, run as the
   * action's own input, whose type may be wider than what its schema lets calls say.
   */
  input?: z.ZodType<I>
  /** Inputs the page's address decides, whatever the fields say: input name -> parameter of the route. */
  fromAddress?: Readonly<Record<string, string>>
  /** Where long texts are typed: what is too long for the service still comes back to its writer. Bytes. */
  maxBytes?: number
  /**
   * The address itself is the right to do this (a token): any program may post here, with any body or none, and no page
   * of ours has to come before (RFC 8058).
   */
  isOpen?: true
  /** A problem is a value where the form can go on from it: a sum that changed. */
  done(result: R, form: PostedForm<I>): FormDone | FormProblem
  /** What an error means on this page, where that is more than showing the form again with it. */
  failed?: (error: ProductError, form: PostedForm<unknown>) => FormDone | FormProblem | undefined
}

/** A way in of programs: one call of the API, below /api. */
export interface ApiBinding<R = unknown, O extends z.ZodType = z.ZodType> {
  method: 'get' | 'post' | 'put' | 'delete'
  /** '/v1/materials/{id}': names in braces are inputs. */
  path: string
  tag: string
  /** Where members and strangers have a call each: the other one is refused at it. */
  only?: 'members' | 'strangers'
  /** Takes a form's body beside JSON, as RFC 6749 (OAuth) has it. */
  takesForms?: true
  /** Another site sends its visitor here with a form (Apple's answer): no cookie is read, and no csrf token asked for. */
  isOpen?: true
  output: O
  /** Without it the result itself is the answer. */
  reply?(result: R, context: Context): Reply<z.input<O>> | Promise<Reply<z.input<O>>>
  /**
   * Specification 7 "validate": each refusal has this status, and its code stands as `reason` beside the error. What is our
   * own fault or comes too often stays what it is.
   */
  refusalStatus?: 401
  /** What of a read takes long has time limits of its own, by processor time (platform/jobs/apart.ts): a busy machine does not end it. */
  hasOwnLimits?: true
  /** A read that says the same to everybody: callers without a session get it from memory until what it shows changes. */
  shared?(result: R): SharedFacts
}

/** What a shared answer shows (its cache tags), and when it expires. */
export interface SharedFacts {
  tags: readonly string[]
  /** Undefined: only when a tag is dropped. */
  until?: Date | undefined
}

/**
 * How an Idempotency-Key is held. `in-transaction`: the work writes to the database alone, which is one transaction with its key
 * and its answer. `resume`: the work also asks others, so its own transaction writes the key with the name of what it makes
 * (`Context.keyed`), and `resume` makes the answer from that name. `repeatable`: the work does nothing a second time by itself.
 */
export type Idempotent<I = unknown, R = unknown> =
  | 'in-transaction'
  | 'repeatable'
  | { resume(context: Context, reference: string, input: I): Promise<R> }

/**
 * One use case, written once: calls of the API and forms are ways into it (docs/architecture.md). Its functions are methods, so that
 * a list may hold actions of any input.
 */
export interface Action<I extends z.ZodType = z.ZodType, R = unknown, O extends z.ZodType = z.ZodType> {
  /** Also the name of its row in the permission table. */
  name: PermissionName
  /** What it does, in one sentence for the API's readers. */
  summary: string
  rate: RateClass
  /** Money: an Idempotency-Key header replays the first answer, and a crash never makes it run twice (idempotency.ts). */
  idempotent?: Idempotent<z.output<I>, R>
  /** 'multipart': run streams the body itself; 'webhook' also knows no session and no CSRF. */
  body?: 'fields' | 'multipart' | 'webhook'
  /** One schema for both; the fields of a form, which are texts, are coerced by it. */
  input: I
  /** Of a multipart body: its fields and files. The API's document shows them, and `run` reads by them (sent-parts.ts). */
  parts?: Parts
  run(context: Context, input: z.output<I>, request: RequestFacts): Promise<R>
  api?: ApiBinding<R, O> | readonly ApiBinding<R, O>[]
  form?: FormBinding<z.output<I>, R> | readonly FormBinding<z.output<I>, R>[]
}

/** An action or read of any shape, as manifests and tests list them. */
export type AnyAction = Action<z.ZodType, unknown, z.ZodType>

/** Keeps the types of one use case together. */
export function action<I extends z.ZodType, R, O extends z.ZodType = z.ZodType>(
  row: Action<I, R, O>,
): AnyAction {
  return row
}

/** A GET endpoint: the same row without a form. */
export function read<I extends z.ZodType, R, O extends z.ZodType = z.ZodType>(
  row: Omit<Action<I, R, O>, 'api' | 'form' | 'idempotent' | 'body' | 'parts'> & {
    api: Omit<ApiBinding<R, O>, 'method'>
  },
): AnyAction {
  return action<I, R, O>({ ...row, api: { ...row.api, method: 'get' } as ApiBinding<R, O> })
}

/** The calls of an action as a list. */
export function callsOf({ api }: AnyAction): readonly ApiBinding[] {
  return listOf(api)
}

/** The forms of an action as a list. */
export function formsOf({ form }: AnyAction): readonly FormBinding[] {
  return listOf(form)
}

function listOf<T>(bindings: T | readonly T[] | undefined): readonly T[] {
  return bindings === undefined ? [] : ([bindings].flat() as readonly T[])
}
