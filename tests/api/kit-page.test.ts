import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../support/app.ts'
import { send } from '../support/http-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

test('the page of the kit is not there unless it is asked for', async () => {
  expect((await send(app.base, { path: '/kit' })).status).toBe(404)
  expect(app.rendered).not.toContain('/kit')
})
