import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FakePage, fakePage } from '#platform/browser/fake-page.ts'

let page: FakePage

beforeEach(() => {
  page = fakePage()
  for (const [name, value] of Object.entries(page.globals)) vi.stubGlobal(name, value)
  vi.resetModules()
})
afterEach(async () => {
  await page.leave()
  vi.unstubAllGlobals()
})

test('a page asks for the cart once, whoever wants to know it, and again for somebody else', async () => {
  const cart = { cartItems: [], itemsInBundles: [], token: 't' }
  page.routes['GET /v1/cart/view'] = () => ({ data: { items: { cart } } })
  page.cookies.set('c_t', 't')
  const { loadVisitor } = await import('./visitor.ts')
  const asked = () => page.log().filter((line) => line === 'GET /v1/cart/view').length
  // The header at idle, then the button that was touched.
  await loadVisitor({ hasFollows: false, isChanged: false })
  await loadVisitor({ hasFollows: false, isChanged: false })
  expect(asked()).toBe(1)
  await loadVisitor({ hasFollows: false, isChanged: true })
  expect(asked()).toBe(2)
})
