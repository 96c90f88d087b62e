import { expect, test } from 'vitest'
import { excuseIn } from './excuses.ts'

// In pieces, as in excuses.ts.
test.each([
  `const a = 1 // ${'biome' + '-ignore'} lint/style/noVar: why`,
  `/* ${'biome' + '-ignore'}-all lint: why */`,
  `{/* ${'biome' + '-ignore'} lint/a11y: why */}`,
  `<!-- ${'biome' + '-ignore'} lint: why -->`,
  `// ${'@ts-' + 'ignore'}\nconst a: string = 1`,
  `// ${'@ts-' + 'expect-error'} why`,
  `/* ${'@ts-' + 'nocheck'} */`,
  `/* ${'eslint' + '-disable'} no-console */`,
  `/* ${'v8' + ' ignore'} next */`,
  `// ${'TO' + 'DO'}: finish`,
  `/** ${'FIX' + 'ME'} */`,
  `const a = b as ${'any'}`,
  `function f(a: ${'any'}) {}`,
  `const a = new Map<${'any'}, string>()`,
  `test.${'sk' + 'ip'}('a', () => {})`,
  `test.describe.${'on' + 'ly'}('a', () => {})`,
  `it.concurrent.${'to' + 'do'}('a')`,
  `test.${'skip' + 'If'}(isSlow)('a', () => {})`,
  `${'x'}it('a', () => {})`,
  `suite(reason, { ${'sk' + 'ip'}: true }, define)`,
  `test('a', { retry: 2 }, () => {})\ntest.concurrent('b', { ${'on' + 'ly'}: true }, () => {})`,
])('an excuse is found: %s', (source) => {
  expect(excuseIn(source)).toBeDefined()
})

test.each([
  `// as ${'any'} reader knows, the whole list is read`,
  'const company: anything = 1',
  'await page.getByRole("link").only',
  'for (const item of items) if (item.skip) continue',
  'const exit = process.exit(1)',
  "test('a', { retry: 2 }, () => {})",
])('and nothing where there is none: %s', (source) => {
  expect(excuseIn(source)).toBeUndefined()
})
