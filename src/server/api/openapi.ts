import { extendZodWithOpenApi, OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { errors } from '#shared/errors.ts'
import type { Endpoint } from './endpoint.ts'

extendZodWithOpenApi(z)

const errorSchema = z.object({
  error: z.object({
    code: z.enum(Object.keys(errors) as [keyof typeof errors, ...(keyof typeof errors)[]]),
    message: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
  }),
})

/** The OpenAPI 3.1 document of the table: generated from the same schemas that check every call. */
export function openApiDocument(rows: readonly Endpoint[], siteUrl: string) {
  const { openAPIRegistry, getOpenAPI31Document } = new OpenAPIHono()
  const error = { description: 'Refused', content: { 'application/json': { schema: errorSchema } } }
  openAPIRegistry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' })
  for (const row of rows) {
    openAPIRegistry.registerPath({
      method: row.method,
      path: row.path,
      summary: row.summary,
      tags: [row.tag],
      ...(row.access === 'public' ? {} : { security: [{ bearer: [] }] }),
      request: {
        ...(row.params ? { params: row.params as never } : {}),
        ...(row.query ? { query: row.query as never } : {}),
        ...(row.body
          ? { body: { required: true, content: { 'application/json': { schema: row.body } } } }
          : {}),
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
      description: 'Every call takes a `world` (de, es, fr, gr, it, en).',
    },
    servers: [{ url: `${siteUrl}/api` }],
  })
}

export type OpenApiDocument = ReturnType<typeof openApiDocument>
