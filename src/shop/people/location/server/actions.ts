import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { worldSchema } from '#platform/rules/contract/world.ts'
import { chosenCountry, countryAnswer, countryCookie, countrySchema, readDuration } from './service.ts'

/** Specification 7: the country of the visitor, kept for a year, or for `expires_in` when that is less: seconds, or words ('1 year'). */
export const chooseCountry = action({
  name: 'location.choose',
  summary: 'Keeps the country for a year, or for `expires_in` (seconds, or "1 year") when that is less',
  rate: 'write',
  input: z.object({
    code: z.string().trim().toUpperCase().length(2),
    name: z.string().max(100).optional(),
    expires_in: z
      .union([z.number().int().min(1), z.string().max(40)])
      .transform((given) => (typeof given === 'number' ? given : readDuration(given)))
      .refine((seconds) => seconds !== undefined)
      .optional(),
    world: worldSchema.optional(),
  }),
  run: async (context, { code, expires_in }) => ({
    cookie: countryCookie(code, expires_in),
    country: chosenCountry({ ...context, country: code }),
  }),
  api: {
    method: 'post',
    path: '/v3/location/set-country',
    tag: 'location',
    output: countrySchema,
    reply: ({ cookie, country }, context) => ({
      data: countryAnswer(country, context),
      cookies: [cookie],
    }),
  },
  form: {
    page: 'change-country',
    intent: 'choose-country',
    done: ({ cookie }, { context: { world } }) => ({
      redirect: url('change-country', { world, query: { saved: 1 } }),
      cookies: [cookie],
    }),
  },
})
