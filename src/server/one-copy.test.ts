import { expect, test } from 'vitest'
import { oneCopyOfModules } from './one-copy.ts'

test('pages bring their own parts and nothing that the server has loaded; browsers get everything', () => {
  const { applyToEnvironment, resolveId } = oneCopyOfModules()
  const isOutside = (id: string) => resolveId(id)?.external === true
  expect(
    ['#shared/limits.ts', '#server/features/orders/service.ts', '#i18n/translate.ts'].every(isOutside),
  ).toBe(true)
  expect(['#ui/kit/card.ts', '#browser/stores/cart.ts', './near.ts', 'zod'].some(isOutside)).toBe(false)
  expect(['client', 'ssr', 'prerender'].map((name) => applyToEnvironment({ name }))).toEqual([
    false,
    true,
    true,
  ])
})
