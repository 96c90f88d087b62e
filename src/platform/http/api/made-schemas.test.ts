import { expect, test } from 'vitest'
import { z } from 'zod'
import { actions } from '#features'
import { type AnyAction, action } from '../access/action.ts'
import { formTableOf } from '../form/form-table.ts'
import { apiRowsOf } from './api-rows.ts'

test('the schema of each form and of each call can be made, once', () => {
  const forms = [...formTableOf(actions).values()].flatMap((rows) => [...rows.values()])
  const calls = apiRowsOf(actions)
  for (const row of forms) expect(row.schema).toBe(row.schema)
  for (const row of calls)
    expect([row.params, row.query, row.body]).toEqual([row.params, row.query, row.body])
  const nothing = { params: {}, query: {}, body: {} }
  for (const row of calls.filter(({ path }) => path.includes('{')))
    expect(() => row.inputOf(nothing)).toThrow('not_found')
})

test('an address with a part that its schema does not know is no start', () => {
  const named: AnyAction = action({
    name: 'account.invite',
    summary: '',
    rate: 'write',
    input: z.object({ id: z.number() }),
    run: async () => undefined,
    api: { method: 'post', path: '/v1/nothing/{other}', tag: 'nothing', output: z.unknown() },
  })
  expect(() => apiRowsOf([named])).toThrow('the path names other')
})
