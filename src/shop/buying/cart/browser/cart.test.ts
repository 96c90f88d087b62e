import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FakePage, fakePage, later, refusal } from '#platform/browser/fake-page.ts'

let page: FakePage
let inServer: number[]

beforeEach(() => {
  page = fakePage()
  for (const [name, value] of Object.entries(page.globals)) vi.stubGlobal(name, value)
  vi.resetModules()
  inServer = []
  page.routes['GET /v1/cart/view'] = () => ({ data: { items: { cart: cartOf(inServer) } } })
  page.routes['POST /v1/cart/items'] = ({ body }) => {
    const { materialId } = body as { materialId: number }
    if (!inServer.includes(materialId)) inServer.push(materialId)
    return { data: { count: inServer.length, token: 't' }, cookie: 'c_t=t' }
  }
  for (const id of [1, 2, 3])
    page.routes[`DELETE /v1/cart/items/${id}`] = () => {
      inServer = inServer.filter((each) => each !== id)
      return { data: { count: inServer.length, token: 't' } }
    }
})
afterEach(async () => {
  await page.leave()
  vi.unstubAllGlobals()
})

function cartOf(ids: number[]) {
  const cartItems = ids.map((id) => ({
    material: { id, price: 300 * id, finalPrice: 200 * id, title: `M${id}` },
    finalPrice: 200 * id,
    discount: 100 * id,
    priceChangedFrom: null,
  }))
  const sum = (unit: number) => ids.reduce((total, id) => total + unit * id, 0)
  return {
    cartItems,
    itemsInBundles: [],
    currency: 'EUR',
    originalPrice: sum(300),
    finalPrice: sum(200),
    token: 't',
  }
}

async function stores() {
  return { ...(await import('./cart.ts')), ...(await import('#platform/browser/toasts.ts')) }
}

describe('add', () => {
  test('a double click is one request; the count follows the answer', async () => {
    const { addToCart, $cartCount, $adding } = await stores()
    const clicks = [addToCart(1), addToCart(1)]
    expect($adding.get().has(1)).toBe(true)
    expect($cartCount.get()).toBeUndefined()
    await Promise.all(clicks)
    expect($cartCount.get()).toBe(1)
    expect($adding.get().size).toBe(0)
    expect(page.log().filter((line) => line.startsWith('POST'))).toHaveLength(1)
    await vi.waitFor(() => expect(page.log()).toContain('GET /v1/cart/view'))
  })

  test('a refusal is the button’s business, and nothing is in the cart', async () => {
    page.routes['POST /v1/cart/items'] = () => refusal(409, 'already_owned')
    const { addToCart, $cartCount, $toasts } = await stores()
    await expect(addToCart(1)).rejects.toMatchObject({ code: 'already_owned' })
    expect([$cartCount.get(), $toasts.get()]).toEqual([undefined, []])
  })

  test('after a failure the next click tries again', async () => {
    const answer = page.routes['POST /v1/cart/items']
    page.routes['POST /v1/cart/items'] = () => 'offline'
    const { addToCart, $cartCount } = await stores()
    await expect(addToCart(1)).rejects.toMatchObject({ code: 'unavailable' })
    if (answer) page.routes['POST /v1/cart/items'] = answer
    await addToCart(1)
    expect($cartCount.get()).toBe(1)
  })
})

describe('remove', () => {
  async function filled() {
    inServer = [1, 2, 3]
    page.cookies.set('c_t', 't')
    const all = await stores()
    await all.loadCart()
    return all
  }

  test('goes at once, with its sums; a second click sends nothing', async () => {
    const gate = later<void>()
    const { removeFromCart, $cart } = await filled()
    const answer = page.routes['DELETE /v1/cart/items/2']
    page.routes['DELETE /v1/cart/items/2'] = async (call) => {
      await gate.promise
      return answer?.(call) ?? 'offline'
    }
    const removal = removeFromCart(2)
    void removeFromCart(2)
    expect($cart.get()?.cartItems.map(({ material }) => material.id)).toEqual([1, 3])
    expect($cart.get()).toMatchObject({ originalPrice: 1200, finalPrice: 800 })
    gate.resolve()
    await removal
    expect($cart.get()).toMatchObject({ originalPrice: 1200, finalPrice: 800 })
    expect(page.log().filter((line) => line.startsWith('DELETE'))).toHaveLength(1)
  })

  test('comes back with a Retry when the network is gone', async () => {
    const { removeFromCart, $cart, $toasts } = await filled()
    const answer = page.routes['DELETE /v1/cart/items/1']
    page.routes['DELETE /v1/cart/items/1'] = () => 'offline'
    await removeFromCart(1)
    expect($cart.get()?.cartItems).toHaveLength(3)
    expect($toasts.get()).toMatchObject([{ kind: 'error', key: 'cartUnchanged', action: { key: 'retry' } }])
    if (answer) page.routes['DELETE /v1/cart/items/1'] = answer
    $toasts.get()[0]?.action?.run()
    await vi.waitFor(() => expect(inServer).toEqual([2, 3]))
  })

  test('Undo puts it back, after the removal and not before', async () => {
    const { removeFromCart, $cartCount, $toasts } = await filled()
    const removal = removeFromCart(3)
    expect($toasts.get()).toMatchObject([{ key: 'cartRemoved', action: { key: 'undo' } }])
    $toasts.get()[0]?.action?.run()
    await removal
    await vi.waitFor(() => expect($cartCount.get()).toBe(3))
    expect(page.log().slice(1, 3)).toEqual(['DELETE /v1/cart/items/3', 'POST /v1/cart/items'])
  })
})

test('another tab sees what this one put in', async () => {
  page.cookies.set('c_t', 't')
  const here = await stores()
  vi.resetModules()
  const there = await stores()
  expect(there.$cartCount).not.toBe(here.$cartCount)
  await here.addToCart(2)
  await vi.waitFor(() => expect(there.$cartCount.get()).toBe(1))
})

test('a load error is ignored and what is shown stays', async () => {
  page.cookies.set('c_t', 't')
  inServer = [1]
  const { loadCart, $cartCount, $toasts } = await stores()
  await loadCart()
  page.routes['GET /v1/cart/view'] = () => refusal(500, 'server_error')
  await loadCart()
  expect([$cartCount.get(), $toasts.get()]).toEqual([1, []])
})

test('a visitor without a cart asks for none', async () => {
  await (await stores()).loadCart()
  expect(page.calls).toEqual([])
})

test('a press says what came of it: at the button, else in a toast', async () => {
  page.cookies.set('c_t', 't')
  const { pressAddToCart, $addProblems, $inCart, $toasts } = await stores()
  await pressAddToCart({ materialId: 2 }, Promise.resolve(true))
  expect([$inCart.get()?.has(2), $toasts.get()]).toEqual([true, []])
  await pressAddToCart({ materialId: 3 }, Promise.resolve(false))
  expect($toasts.get()).toMatchObject([{ key: 'cartAdded', action: { key: 'openCart' } }])
  page.routes['POST /v1/cart/items'] = () => refusal(409, 'already_owned')
  await pressAddToCart({ materialId: 4 }, Promise.resolve(true))
  expect($addProblems.get().get(4)?.code).toBe('already_owned')
  expect($toasts.get()).toHaveLength(1)
  page.routes['POST /v1/cart/items'] = () => 'offline'
  await pressAddToCart({ materialId: 5 }, Promise.resolve(true))
  expect($toasts.get().at(-1)).toMatchObject({ key: 'cartUnchanged', action: { key: 'retry' } })
})

test("a member's cart is not seen any more once they are logged out", async () => {
  page.cookies.set('logged_in', '1')
  inServer = [1, 2, 3]
  const { loadCart, $cart, $cartCount } = await stores()
  await loadCart()
  expect($cartCount.get()).toBe(3)
  document.dispatchEvent(new Event('aularium:logged-out'))
  expect([$cart.get()?.cartItems, $cart.get()?.finalPrice, $cartCount.get()]).toEqual([[], 0, 0])
})
