import { z } from 'zod'
import { worldSchema } from '#shared/contract/world.ts'
import { type Endpoint, endpoint } from '../../api/endpoint.ts'
import { chosenCountry, countryCookie } from './service.ts'

const countrySchema = z.object({ code: z.string(), name: z.string() })

/** Specification 7: the country of the visitor. */
export const locationEndpoints: Endpoint[] = [
  endpoint({
    method: 'get',
    path: '/v3/location/get-country',
    summary: 'The chosen country; DE when none is known',
    tag: 'location',
    access: 'public',
    terms: 'skipped',
    rate: 'read',
    query: z.object({ world: worldSchema.optional() }),
    output: countrySchema,
    handler: async (context) => ({ data: chosenCountry(context), headers: { 'Cache-Control': 'no-store' } }),
  }),
  endpoint({
    method: 'post',
    path: '/v3/location/set-country',
    summary: 'Keeps the country for a year, or for `expires_in` seconds when that is less',
    tag: 'location',
    access: 'public',
    terms: 'skipped',
    rate: 'write',
    body: z.object({
      code: z.string().trim().toUpperCase().length(2),
      name: z.string().max(100).optional(),
      expires_in: z.number().int().min(1).optional(),
      world: worldSchema.optional(),
    }),
    output: countrySchema,
    async handler(context, { body }) {
      const cookie = countryCookie(body.code, body.expires_in)
      return { data: chosenCountry({ ...context, country: body.code }), cookies: [cookie] }
    },
  }),
]
