import { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import { action, type PostedForm } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { newSavedSearchSchema, savedSearchChangeSchema, savedSearchSchema } from '../rules/contract.ts'
import { loginOnTheWay, notSavedAddress, savedAddress } from './save-after-login.ts'
import { changeSearch, deleteSearch, restoreSearch, saveSearch } from './service.ts'

const tag = 'saved searches'
const idInput = z.object({ id: idSchema })

export const keepSearch = action({
  name: 'saved-search.save',
  summary: 'Save a search; the same search is kept once',
  rate: 'write',
  input: newSavedSearchSchema,
  run: async (context, input) => await saveSearch(context, input),
  api: { method: 'post', path: '/v1/saved-searches', tag, output: savedSearchSchema },
  form: {
    // The same HTML for everybody: a stranger is led to the login and comes back with the search saved.
    page: 'search',
    intent: 'save-search',
    done: (_saved, { context, values }) => savedAddress(context, values.params),
    failed: ({ code, fields }, { context, values }) => {
      if (code === 'unauthorized') return loginOnTheWay(context, values.params)
      return fields ? notSavedAddress(context, values.params) : undefined
    },
  },
})

export const change = action({
  name: 'saved-search.change',
  summary: 'Rename a saved search, or switch its mails on or off',
  rate: 'write',
  input: savedSearchChangeSchema.extend({ id: idSchema }),
  run: async (context, { id, ...changed }) => await changeSearch(context, id, changed),
  api: { method: 'put', path: '/v1/saved-searches/{id}', tag, output: savedSearchSchema },
  form: { page: 'account', intent: 'change-search', done: (_result, { context }) => listAddress(context) },
})

export const remove = action({
  name: 'saved-search.delete',
  summary: 'Delete a saved search; it can be brought back for some days',
  rate: 'write',
  input: idInput,
  run: async (context, { id }) => await deleteSearch(context, id),
  api: {
    method: 'delete',
    path: '/v1/saved-searches/{id}',
    tag,
    output: z.object({ done: z.literal(true) }),
    reply: () => ({ data: { done: true as const } }),
  },
  form: {
    page: 'account',
    intent: 'delete-search',
    done: (_result, { context, input }: PostedForm<z.output<typeof idInput>>) =>
      listAddress(context, input.id),
  },
})

export const restore = action({
  name: 'saved-search.restore',
  summary: 'Bring a deleted saved search back',
  rate: 'write',
  input: idInput,
  run: async (context, { id }) => await restoreSearch(context, id),
  api: { method: 'post', path: '/v1/saved-searches/{id}/restore', tag, output: savedSearchSchema },
  form: { page: 'account', intent: 'restore-search', done: (_result, { context }) => listAddress(context) },
})

/** The list on the account page; `deleted` offers to bring that one back. */
function listAddress({ world }: Context, deleted?: number): string {
  return `${url('account', { world, query: { deleted } })}#saved-searches`
}
