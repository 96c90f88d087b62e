import { expect, test } from 'vitest'
import type { ProductError } from '#shared/errors.ts'
import { actions } from '../features/list.ts'
import { type ApiRow, apiRowsOf, type CallParts } from './api-rows.ts'

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

test('an impossible quantity and a price of one’s own are no part of the cart', () => {
  const add = rows.find(({ name }) => name === 'cart.add')
  if (add === undefined) throw new Error('there is a cart')
  expect(refused(add, { body: { materialId: 1, quantity: -3, price: 1 } })).toEqual({
    quantity: 'unknown',
    price: 'unknown',
  })
})
