import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { strangerContext } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { translator } from '#platform/i18n/translate.ts'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import {
  type OperatorTask,
  type TaskMatter,
  taskKinds,
  taskSubjects,
} from '#shop/money/operator-tasks/rules/contract.ts'
import { taskTexts } from '#shop/money/operator-tasks/rules/labels.ts'
import { type NewTask, openTask } from '#shop/money/operator-tasks/server/service.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Sale, sold } from '../support/till.ts'

/** Every task can be settled from what stands on it: whose money, how much, of which order, and what to do. */

let app: TestApp
let seller: Person
let finance: Person
let sale: Sale

beforeAll(async () => {
  app = await openTestApp()
  seller = await member(app, 'seller', { isSeller: true })
  finance = await member(app, 'finance', { role: 'finance' })
  sale = await sold(app, { sellers: [seller], prices: [500] })
})
afterAll(() => app.close())

function matterOf(kind: (typeof taskKinds)[number]): TaskMatter {
  const sum = { amount: 517, currency: 'EUR' }
  const matters = {
    order: { orderNumber: 'DE-1', orderReference: sale.reference, buyerId: sale.buyer.id, ...sum },
    author: { authorId: seller.id, ...sum },
    books: { reason: 'payment', ...sum },
  }
  return { kind, detail: matters[taskSubjects[kind]] } as TaskMatter
}

describe.each(taskKinds)('a task of kind %s', (kind) => {
  test('names person, sum and order, and says what to do', async () => {
    const task: NewTask = { ...matterOf(kind), cause: 'test' }
    await transaction(app.deps.db, (tx) => openTask(tx, strangerContext(app.deps, 'de'), task))
    const subject = taskSubjects[kind]
    const { tasks } = (await finance.client.api('GET', '/v1/operator-tasks')).json<{
      tasks: OperatorTask[]
    }>()
    const email = { order: sale.buyer.email, author: seller.email, books: undefined }[subject]
    expect(tasks.find((each) => each.kind === kind)?.person?.email).toBe(email)
    const listed = await finance.client.api('GET', `/v1/operator-tasks?order=${sale.reference}`)
    const ofOrder = listed.json<{ tasks: OperatorTask[] }>().tasks.map((each) => each.kind)
    expect(ofOrder.includes(kind)).toBe(subject === 'order')
    for (const world of liveWorldCodes)
      expect(translator(world)(taskTexts[kind].advice).length, world).toBeGreaterThan(15)
  })
})

test('an erased buyer is named no more', async () => {
  await app.deps.db
    .updateTable('account')
    .set({ public_name: '', email: 'gone@erased.invalid' })
    .where('id', '=', sale.buyer.id)
    .execute()
  const { tasks } = (await finance.client.api('GET', `/v1/operator-tasks?order=${sale.reference}`)).json<{
    tasks: OperatorTask[]
  }>()
  expect(tasks.length).toBeGreaterThan(0)
  expect(JSON.stringify(tasks)).not.toContain(sale.buyer.email)
})
