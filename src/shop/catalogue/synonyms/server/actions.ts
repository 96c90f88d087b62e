import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { synonymInputSchema, synonymSchema } from '../rules/contract.ts'
import { deleteSynonym, setSynonym } from './service.ts'

const path = '/v1/search/synonyms'
const tag = 'operators'

export const synonymSave = action({
  name: 'synonyms.save',
  summary: 'Set what a search for a term finds as well; counts from the next search on',
  rate: 'write',
  input: synonymInputSchema,
  run: (context, input) => setSynonym(context, input),
  api: { method: 'put', path, tag, output: synonymSchema },
})

export const synonymDelete = action({
  name: 'synonyms.delete',
  summary: 'Take the synonyms of a term away',
  rate: 'write',
  input: z.object({ term: z.string().max(100) }),
  async run(context, { term }) {
    await deleteSynonym(context, term)
    return { done: true as const }
  },
  api: { method: 'delete', path, tag, output: z.object({ done: z.literal(true) }) },
})
