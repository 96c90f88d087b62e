import { expect, it } from 'vitest'
import { createLogger } from './log.ts'

it('writes errors without the values a database names', () => {
  const lines: string[] = []
  const log = createLogger('info', { write: (line: string) => void lines.push(line) })
  const refused = Object.assign(
    new Error('duplicate key value violates unique constraint "account_email_key"'),
    {
      code: '23505',
      constraint: 'account_email_key',
      detail: 'Key (email)=(lehrerin@schule.example) already exists.',
    },
  )
  log.error(
    { err: new Error('registration failed', { cause: refused }), email: 'lehrerin@schule.example' },
    'failed',
  )
  expect(lines.join('')).not.toContain('lehrerin@schule.example')
  expect(JSON.parse(lines[0] ?? '{}').err.cause).toMatchObject({
    code: '23505',
    constraint: 'account_email_key',
  })
})

it.each(['x\n{"level":60,"msg":"forged"}', '\u001b[2J\u001b]0;owned\u0007', '\u2028\r\n', '\ud800'])(
  'writes %j as part of one line and no terminal reads it as a command',
  (text) => {
    const lines: string[] = []
    const log = createLogger('info', { write: (line: string) => void lines.push(line) })
    log.info({ path: text, [text]: 1, err: new Error(text) }, text)
    expect(lines).toHaveLength(1)
    const [line = ''] = lines
    expect(JSON.parse(line).level).toBe(30)
    expect(line.trimEnd()).toMatch(/^[^\p{Cc}]*$/u)
  },
)
