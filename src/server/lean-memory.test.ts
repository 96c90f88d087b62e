import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const isLinux = process.platform === 'linux'

test('a process starts over once as itself, allocates leanly, and hands that to nobody it starts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'aularium-lean-'))
  const script = join(folder, 'script.mjs')
  writeFileSync(
    script,
    `import { readFileSync } from 'node:fs'
      import { startLean } from ${JSON.stringify(join(import.meta.dirname, 'lean-memory.ts'))}
      startLean()
      const first = process.platform === 'linux' ? readFileSync('/proc/self/environ', 'latin1').split('\\0') : []
      const given = first.filter((each) => each.startsWith('MALLOC_'))
      console.log(JSON.stringify({ pid: process.pid, args: process.argv.slice(2), flags: process.execArgv,
        given: given.length, left: Object.keys(process.env).filter((name) => name.startsWith('MALLOC_')),
        mark: process.env.MARK }))`,
  )
  try {
    const child = spawn(process.execPath, ['--max-semi-space-size=8', script, 'a b', 'ü'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, MARK: 'yes' },
    })
    const [said] = await Promise.all([text(child.stdout), once(child, 'exit')])
    expect(JSON.parse(said)).toEqual({
      ...{ pid: child.pid, args: ['a b', 'ü'], flags: ['--max-semi-space-size=8'] },
      ...{ given: isLinux ? 3 : 0, left: [], mark: 'yes' },
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
