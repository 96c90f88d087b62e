import { expect, it } from 'vitest'
import { createLogger } from './log.ts'
import { readableLines } from './readable-lines.ts'

function written(use: (log: ReturnType<typeof createLogger>) => void): string {
  let text = ''
  use(createLogger('info', readableLines({ write: (part) => (text += part) }, Date.now() - 2_000)))
  return text
}

it('says in one line what happened, when, and with which facts', () => {
  expect(written((log) => log.info({ world: 'de', materials: 91 }, 'demo catalogue seeded'))).toMatch(
    /^ +2\.\d s {2}demo catalogue seeded: world de, materials 91\n$/,
  )
  expect(written((log) => log.warn({}, 'late'))).toMatch(/s {2}WARNING late\n$/)
})

it('shows where an error comes from, and lets nobody write a line or a command of their own', () => {
  const text = written((log) =>
    log.error({ err: new Error('broken'), path: 'x\n  9.9 s  forged' }, '\u001b[2J'),
  )
  const [first = '', ...stack] = text.trimEnd().split('\n')
  expect(first).toMatch(/ERROR \\u001b\[2J: path x\\n {2}9\.9 s {2}forged$/)
  expect(stack[0]).toBe('          Error: broken')
  expect(text).not.toContain('\u001b')
})
