import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import { worldSchema } from '#platform/rules/contract/world.ts'
import { chosenCountry, countryAnswer, countrySchema } from './service.ts'

export const country = read({
  name: 'location.read',
  summary: 'The chosen country; DE when none is known',
  rate: 'read',
  input: z.object({ world: worldSchema.optional() }),
  run: async (context) => chosenCountry(context),
  api: {
    path: '/v3/location/get-country',
    tag: 'location',
    output: countrySchema,
    reply: (country, context) => ({
      data: countryAnswer(country, context),
      headers: { 'Cache-Control': 'no-store' },
    }),
  },
})
