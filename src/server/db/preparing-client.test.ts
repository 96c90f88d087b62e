import { expect, test } from 'vitest'
import { createNames } from './preparing-client.ts'

const times = (count: number, text: string, names = createNames()) =>
  Array.from({ length: count }, () => names(text, true))

test('what is asked again and again has one name from the fifth time on, and another text another one', () => {
  const names = createNames()
  const [first, second, third, fourth, fifth, sixth] = times(6, 'select a from b where c = $1', names)
  expect([first, second, third, fourth]).toEqual(Array(4).fill(undefined))
  expect(fifth).toMatch(/^s_[\w-]{22}$/)
  expect(sixth).toBe(fifth)
  const other = times(5, 'select a from b where d = $1', names).at(-1)
  expect(other).toBeDefined()
  expect(other).not.toBe(fifth)
})

test.each([
  'select * from mail where id = $1',
  'select "account".*, "school"."id" from account where id = $1',
  'select a, * from b',
  'insert into b (a) values ($1) returning *',
])('whose columns the next migration may change has none: %s', (text) => {
  expect(times(20, text).every((name) => name === undefined)).toBe(true)
})

test.each(['select count(*) from b where a = $1', 'update b set a = a * $1'])('%s has one', (text) => {
  expect(times(5, text).at(-1)).toBeDefined()
})

test('where it is not counted only what is known has its name', () => {
  const names = createNames()
  const [text, other] = ['select a from b where c = $1', 'select a from b where d = $1']
  for (let turn = 0; turn < 9; turn += 1)
    expect([names(text, false), names(other, false)]).toEqual([undefined, undefined])
  const name = times(5, text, names).at(-1)
  expect(name).toBeDefined()
  expect([names(text, false), names(other, false)]).toEqual([name, undefined])
})

test('the queue names the columns it puts in: its star is of what it is given', () => {
  const text = `WITH ins AS (\n INSERT INTO jobs.job_common (id, name) SELECT id, name FROM (SELECT *, 1 FROM json_to_recordset($1::text::json) as x (id uuid)) j RETURNING id) SELECT id FROM ins`
  expect(times(5, text).at(-1)).toBeDefined()
})

test('texts without end fill neither the names nor what is counted', () => {
  const names = createNames()
  const named = Array.from({ length: 1000 }, (_, at) => times(5, `select ${at}`, names).at(-1))
  expect(named.filter((name) => name !== undefined)).toHaveLength(400)
  expect(times(5, `select ${'1'.repeat(7000)}`).at(-1)).toBeUndefined()
})
