import { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import type { RateClass } from '#platform/context/rate-limits.ts'
import { ProductError } from '#platform/errors.ts'
import type { PermissionName } from '#platform/permissions.ts'
import { unstorableTexts } from '#platform/rules/contract/text.ts'
import { lazy } from '#platform/rules/lazy.ts'
import { isCampaignTag } from '#platform/rules/web/campaign-tags.ts'
import { requireOnly } from '../access/access.ts'
import {
  type AnyAction,
  type ApiBinding,
  callsOf,
  type Reply,
  type RequestFacts,
  type SharedFacts,
} from '../access/action.ts'
import { authorize } from '../access/authorize.ts'
import { unknownFields } from '../access/unknown-fields.ts'
import { inputErrors } from '../access/validation.ts'
import { formSchemaOf } from '../form/form-fields.ts'
import type { Parts } from '../form/parts.ts'

/** A call of the API as it came, by the place its values stand in. */
export interface CallParts {
  params: Record<string, string>
  query: Record<string, unknown>
  body: unknown
}

/** One call of the API, read off an action. */
export interface ApiRow {
  name: PermissionName
  method: ApiBinding['method']
  /** '/v1/materials/{materialId}': below /api. */
  path: string
  summary: string
  tag: string
  /** Whom of those the action lets in this call is for, where the others have one of their own. */
  only: ApiBinding['only']
  rate: RateClass
  /** How a repeated call with one Idempotency-Key is held; undefined: it takes none. */
  once: 'in-transaction' | 'resumable' | 'repeatable' | undefined
  /** The answer of a resumable call that was done and never answered. */
  resume: ((context: Context, reference: string, input: unknown) => Promise<Reply>) | undefined
  /** Takes a form's body beside JSON. */
  takesForms: boolean
  /** Another site may send its visitors here: no cookie counts, and no csrf token is asked for. */
  isOpen: boolean
  /** No clock ends a read that has limits of its own. */
  hasOwnLimits: boolean
  bodyKind: 'json' | 'raw' | 'webhook'
  /** The input's schema by the place its values stand in: for documents and tests. */
  params: z.ZodType | undefined
  query: z.ZodType | undefined
  body: z.ZodType | undefined
  /** Of a multipart body, for documents: its fields and files. */
  parts: Parts | undefined
  output: z.ZodType
  /** @throws ProductError for who may not */
  authorize: (context: Context) => void
  /** The action's input. @throws ProductError not_found for what the address says, invalid_input for the rest */
  inputOf: (parts: CallParts) => unknown
  answer: (context: Context, input: unknown, raw: RequestFacts) => Promise<Reply>
  /** The status of each refusal, whose code is then also its `reason`; undefined: the error table's. */
  refusalStatus: ApiBinding['refusalStatus']
  /** Where everybody gets the same: the answer with what it shows. */
  shared: ((context: Context, input: unknown, raw: RequestFacts) => Promise<SharedReply>) | undefined
}

/** An answer for everybody. */
export interface SharedReply {
  data: unknown
  facts: SharedFacts
}

/** Every call of the API. @throws Error for an action whose schema and address do not fit each other */
export function apiRowsOf(actions: readonly AnyAction[]): ApiRow[] {
  return actions.flatMap((action) => callsOf(action).map((binding) => apiRow(action, binding)))
}

const bodyKinds = { fields: 'json', multipart: 'raw', webhook: 'webhook' } as const

function apiRow(action: AnyAction, binding: ApiBinding): ApiRow {
  const { method, path, tag, only, output, reply, shared, takesForms = false, isOpen = false } = binding
  const { hasOwnLimits = false } = binding
  const { refusalStatus } = binding
  const { name, summary, rate } = action
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, part = '']) => part)
  // Built on first use: together they take a fifth of the memory of all schemas.
  const rest = lazy(() => partOf(action.input, (field) => !inPath.includes(field)))
  const params = lazy(() => partOf(action.input, (field) => inPath.includes(field)))
  const schema = lazy(() => apiSchemaOf(action.input, isInQuery, inPath))
  const isInQuery = method === 'get' || method === 'delete'
  const bodyKind = bodyKinds[action.body ?? 'fields']
  if (!isInQuery) requireFields(action, inPath)
  return {
    ...{ name, method, path, summary, tag, only, rate, output, bodyKind, takesForms, isOpen, refusalStatus },
    hasOwnLimits,
    ...onceOf(action, binding),
    parts: action.parts,
    get params() {
      return inPath.length > 0 ? params() : undefined
    },
    get query() {
      return isInQuery ? rest() : undefined
    },
    get body() {
      return isInQuery || bodyKind !== 'json' ? undefined : rest()
    },
    authorize(context) {
      authorize(context, name)
      if (only !== undefined) requireOnly(context, only)
    },
    // RFC 6749, 3.2: an authorization server ignores parameters it does not know; and who posts to an open call follows rules of others.
    inputOf: inputReader(schema, {
      inPath,
      isInQuery,
      isGet: method === 'get',
      isStrict: !takesForms && !isOpen,
    }),
    async answer(context, input, raw) {
      const result = await action.run(context, input, raw)
      return reply ? await reply(result, context) : { data: result }
    },
    shared:
      shared &&
      (async (context, input, raw) => {
        const result = await action.run(context, input, raw)
        const { data } = reply ? await reply(result, context) : { data: result }
        return { data, facts: shared(result) }
      }),
  }
}

function onceOf({ idempotent }: AnyAction, { reply }: ApiBinding): Pick<ApiRow, 'once' | 'resume'> {
  if (idempotent === undefined || typeof idempotent === 'string')
    return { once: idempotent, resume: undefined }
  return {
    once: 'resumable',
    async resume(context, reference, input) {
      const result = await idempotent.resume(context, reference, input)
      return reply ? await reply(result, context) : { data: result }
    },
  }
}

function inputReader(
  schema: () => z.ZodType,
  {
    inPath,
    isInQuery,
    isGet,
    isStrict,
  }: { inPath: readonly string[]; isInQuery: boolean; isGet: boolean; isStrict: boolean },
): ApiRow['inputOf'] {
  const isBeside = (name: string) => name === 'world' || (isGet && isCampaignTag(name))
  return ({ params, query, body }) => {
    if (body !== undefined && !isRecord(body))
      throw new ProductError('invalid_input', { fields: { body: 'invalid' } })
    const input = { ...(isInQuery ? query : body), ...params }
    const unstorable = unstorableTexts(input)
    const parsed = schema().safeParse(input)
    const unknown = isStrict ? unknownFields(schema(), input).filter((name) => !isBeside(name)) : []
    if (parsed.success && unstorable.length === 0 && unknown.length === 0) return parsed.data
    const wrong = [...unstorable, ...(parsed.error?.issues ?? []).map((issue) => String(issue.path[0]))]
    if (wrong.some((field) => inPath.includes(field))) throw new ProductError('not_found')
    const fields = inputErrors({ unstorable, unknown }, { error: parsed.error, input })
    throw new ProductError('invalid_input', { fields })
  }
}

/** @throws Error for an address with parts that the schema does not know */
function requireFields({ name, input }: AnyAction, inPath: readonly string[]): void {
  if (inPath.length === 0) return
  if (!(input instanceof z.ZodObject))
    throw new Error(`${name}: a schema with parts in the path must be an object`)
  const missing = inPath.find((field) => input.shape[field] === undefined)
  if (missing !== undefined) throw new Error(`${name}: the path names ${missing}, the schema does not`)
}

/** Path and query values are text and coerced like form fields; JSON has types of its own. */
function apiSchemaOf(input: z.ZodType, isInQuery: boolean, inPath: readonly string[]): z.ZodType {
  if (isInQuery) return formSchemaOf(input)
  if (!(input instanceof z.ZodObject)) return input
  const fields = inPath.map((field) => [field, formSchemaOf(input.shape[field] as z.ZodType)] as const)
  return fields.length > 0 ? input.safeExtend(Object.fromEntries(fields)) : input
}

/** Some fields of an object schema; undefined when there are none. */
function partOf(input: z.ZodType, isIn: (name: string) => boolean): z.ZodType | undefined {
  if (!(input instanceof z.ZodObject)) return input
  const fields = Object.entries(input.shape).filter(([name]) => isIn(name))
  return fields.length > 0 ? z.object(Object.fromEntries(fields) as z.ZodRawShape) : undefined
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
