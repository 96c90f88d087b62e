import { expect, test } from 'vitest'
import { features } from '#features'
import { callsOf } from '#platform/http/access/action.ts'
import { type Permission, permissions } from '#platform/permissions.ts'

/* A call that moves money, or makes what is worth money, may be sent again by anybody whose connection broke. */

const aboutMoney = new Set(['orders', 'invoices', 'credits', 'gift-cards', 'vouchers', 'payouts'])

test('every call that makes something of money takes a key and replays its answer', () => {
  const posts = features
    .filter(({ name }) => aboutMoney.has(name))
    .flatMap(({ actions = [] }) => actions)
    .filter((action) => callsOf(action).some(({ method }) => method === 'post'))
    // The provider's messages have numbers of their own, which are remembered.
    .filter(({ name }) => name !== 'payment.webhook')
  expect(posts.map(({ name }) => name)).toEqual(expect.arrayContaining(['order.place', 'order.refund']))
  expect(posts.filter(({ idempotent }) => !idempotent).map(({ name }) => name)).toEqual([])
})

test('who sends a key is a member, whose keys are nobody else’s', () => {
  const rows = features.flatMap(({ actions = [] }) => actions).filter(({ idempotent }) => idempotent)
  const whoMay = ({ name }: (typeof rows)[number]) => (permissions[name] as Permission).who
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.filter((row) => whoMay(row).includes('anyone')).map(({ name }) => name)).toEqual([])
})
