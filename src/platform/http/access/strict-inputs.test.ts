import { expect, test } from 'vitest'
import { actions } from '#features'
import type { ProductError } from '#platform/errors.ts'
import { type ApiRow, apiRowsOf, type CallParts } from '../api/api-rows.ts'

/* What a call does not know it refuses by name: a field that is dropped is a wish nobody hears of. */

function refused(row: ApiRow, parts: Partial<CallParts>): Record<string, string> | undefined {
  try {
    row.inputOf({ params: {}, query: {}, body: {}, ...parts })
  } catch (error) {
    return { ...(error as ProductError).fields }
  }
  return undefined
}

const rows = apiRowsOf(actions).filter(({ path, bodyKind }) => !path.includes('{') && bodyKind === 'json')
const strict = rows.filter(({ takesForms, isOpen }) => !takesForms && !isOpen)

test('every call names the fields it does not know', () => {
  expect(strict.length).toBeGreaterThan(150)
  const silent = strict.filter((row) => {
    const isInQuery = row.method === 'get' || row.method === 'delete'
    const fields = refused(row, isInQuery ? { query: { prize: '1' } } : { body: { prize: 1 } })
    return fields?.prize !== 'unknown'
  })
  expect(silent.map(({ name, path }) => `${name} ${path}`)).toEqual([])
})

test('the world stands beside the fields of every call', () => {
  const wrong = strict.filter((row) => {
    const fields = refused(row, { query: { world: 'de' }, body: { world: 'de' } })
    return fields?.world !== undefined
  })
  expect(wrong.map(({ name }) => name)).toEqual([])
})

test('campaign tags in the address of what is read say nothing, and of what is done they are unknown', () => {
  const query = {
    utm_source: 'mail',
    UTM_Campaign: 'mai',
    gclid: '1',
    fbclid: '2',
    msclkid: '3',
    mc_eid: '4',
  }
  const reads = strict.filter(({ method }) => method === 'get')
  const wrong = reads.filter((row) => Object.keys(query).some((name) => refused(row, { query })?.[name]))
  expect([reads.length > 50, wrong.map(({ name }) => name)]).toEqual([true, []])
  const add = rows.find(({ name }) => name === 'cart.add')
  expect(add && refused(add, { body: { materialId: 1, gclid: '1' } })).toEqual({ gclid: 'unknown' })
  expect(reads[0] && refused(reads[0], { query: { utm: '1', gclidx: '1' } })).toMatchObject({
    ...{ utm: 'unknown', gclidx: 'unknown' },
  })
})

test('an impossible quantity and a price of one’s own are no part of the cart', () => {
  const add = rows.find(({ name }) => name === 'cart.add')
  if (add === undefined) throw new Error('there is a cart')
  expect(refused(add, { body: { materialId: 1, quantity: -3, price: 1 } })).toEqual({
    quantity: 'unknown',
    price: 'unknown',
  })
})
