import { extendZodWithOpenApi, OpenAPIHono } from '@hono/zod-openapi'
import { type ZodType, z } from 'zod'
import { errors } from '#platform/errors.ts'
import { permissions } from '#platform/permissions.ts'
import type { DeclaredFile, Parts } from '../form/parts.ts'
import type { ApiRow } from './api-rows.ts'

extendZodWithOpenApi(z)

const errorSchema = z.object({
  error: z.object({
    code: z.enum(Object.keys(errors) as [keyof typeof errors, ...(keyof typeof errors)[]]),
    message: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    /** The same in words of the world. */
    fieldMessages: z.record(z.string(), z.string()).optional(),
    /** With `conflict` of an order: what it costs now, and what changed. */
    expectedTotal: z.number().int().optional(),
    expectedCredits: z.number().int().optional(),
    changes: z.array(z.record(z.string(), z.unknown())).optional(),
    /** With `too_early`: when it is possible again. */
    possibleAt: z.string().optional(),
    /** Where in a query the mistake is. */
    position: z.object({ line: z.number().int(), column: z.number().int() }).optional(),
    /** The code, where the specification names it so. */
    reason: z.string().optional(),
  }),
  reason: z.string().optional(),
})

/** The OpenAPI 3.1 document of the table: generated from the same schemas that check every call. */
export function openApiDocument(rows: readonly ApiRow[], siteUrl: string) {
  const { openAPIRegistry, getOpenAPI31Document } = new OpenAPIHono()
  const error = { description: 'Refused', content: { 'application/json': { schema: errorSchema } } }
  openAPIRegistry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' })
  for (const row of rows) {
    openAPIRegistry.registerPath({
      method: row.method,
      path: row.path,
      summary: row.summary,
      tags: [row.tag],
      ...(isOpen(row) ? {} : { security: [{ bearer: [] }] }),
      request: {
        ...(row.params ? { params: row.params as never } : {}),
        ...(row.query ? { query: row.query as never } : {}),
        ...(row.body ? { body: { required: true, content: contentOf(row, row.body) } } : {}),
        ...(row.parts ? { body: { required: true, content: multipartOf(row.parts) } } : {}),
      },
      responses: {
        '2XX': { description: 'Done', content: { 'application/json': { schema: row.output } } },
        '4XX': error,
        '5XX': error,
      },
    })
  }
  return getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Aularium API',
      version: '1.0.0',
      description: [
        'Every call takes a `world` (de, es, fr, gr, it, en).',
        'Fields that a call does not know are refused with 422 and named in `error.fields` as `unknown`; nothing is dropped.',
        'Sums are whole cents. Calls that move money take an `Idempotency-Key` header (up to 255 signs, kept for 48 hours):',
        'the same key with the same request replays the first answer (`Idempotent-Replayed: true`), whatever broke in between;',
        'with another request it is refused (`idempotency_mismatch`), and while the first one runs with `conflict` and',
        '`Retry-After`. Answers are stored encrypted, so what is told once (the code of a gift card) is replayed, too.',
      ].join(' '),
    },
    servers: [{ url: `${siteUrl}/api` }],
  })
}

function isOpen({ name, only }: ApiRow): boolean {
  const who: readonly string[] = permissions[name].who
  return who.includes('anyone') && only !== 'members'
}

export type OpenApiDocument = ReturnType<typeof openApiDocument>

function contentOf(row: ApiRow, schema: ZodType) {
  return {
    'application/json': { schema },
    ...(row.takesForms && { 'application/x-www-form-urlencoded': { schema } }),
  }
}

/** Fields with their schemas, files as bytes of the types they may be of. What a field becomes that cannot be read is no part of it. */
function multipartOf({ fields, files }: Parts) {
  const read = Object.entries<z.core.$ZodType>(fields.shape).map(([name, part]) => [
    name,
    part instanceof z.ZodCatch ? part.unwrap() : part,
  ])
  const sent = Object.entries(files).map(([name, file]) => [name, fileSchema(name, file)] as const)
  const schema = z.object({ ...Object.fromEntries(read), ...Object.fromEntries(sent) })
  const types = Object.entries(files).map(([name, { types }]) => [name, { contentType: types.join(', ') }])
  return { 'multipart/form-data': { schema, encoding: Object.fromEntries(types) } }
}

/** `file.{element}` stands for several names, each of one file. */
function fileSchema(name: string, { description, maxBytes, most = 1, isOptional }: DeclaredFile): z.ZodType {
  const isOfMany = name.includes('{')
  const size = `${maxBytes / 1024 / 1024} MB`
  const said =
    most > 1 ? `${description} At most ${most}, each of ${size}.` : `${description} At most ${size}.`
  const bytes = z.string().meta({ format: 'binary' })
  const file = most > 1 && !isOfMany ? z.array(bytes).max(most) : bytes
  return isOptional || isOfMany ? file.optional().describe(said) : file.describe(said)
}
