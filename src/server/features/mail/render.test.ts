import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { layoutModule } from './compile-layout.ts'

test('layout.ts is what compile-layout.ts makes', async () => {
  expect(readFileSync(new URL('./layout.ts', import.meta.url), 'utf8')).toBe(await layoutModule())
})
