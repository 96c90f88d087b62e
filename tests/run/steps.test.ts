import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  againLine,
  type Count,
  countJournal,
  countPlaywright,
  countVitest,
  failedLine,
  failuresIn,
} from './counts.ts'
import { processesOf } from './process-tree.ts'
import { type Outcome, type RunOptions, runSteps, type Step } from './steps.ts'
import { summaryOf } from './summary.ts'

/*
 * The runner with small steps of node. Each writes the ids of what it started, and whatever becomes of a step, in the
 * end none of them runs.
 */

let scratch: string
let journal: string
let pids: string
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'aularium-runner-test-'))
  journal = join(scratch, 'journal.txt')
  pids = join(scratch, 'pids')
})
afterEach(() => {
  rmSync(scratch, { recursive: true, force: true })
})

/** Starts a child of its own session, as pg_ctl and browsers do, and one below it; notes all three. */
const leavesChildren = `
  const { spawn } = require('node:child_process')
  const { appendFileSync } = require('node:fs')
  const note = (pid) => appendFileSync(process.argv[1], pid + '\\n')
  const idle = 'setInterval(() => {}, 1000)'
  const below = "const c = require('node:child_process').spawn(process.execPath, ['-e', '" + idle + "'], { detached: true, stdio: 'ignore', env: {} });" +
    "require('node:fs').appendFileSync(process.argv[1], c.pid + '\\\\n');" + idle
  const child = spawn(process.execPath, ['-e', below, process.argv[1]], { detached: true, stdio: 'ignore' })
  child.unref()
  note(process.pid)
  note(child.pid)
`

const hang = 'setInterval(() => {}, 1000)'

/** Goes on when the child and its child have been noted. */
const whenStarted = (then: string) => `
  ${leavesChildren}
  const started = setInterval(() => {
    if (require('node:fs').readFileSync(process.argv[1], 'utf8').trim().split('\\n').length < 3) return
    clearInterval(started)
    ${then}
  }, 20)
`

function step(code: string, more: Partial<Step> = {}): Step {
  return { name: 'a step', command: [process.execPath, '-e', code, pids], ...more }
}

function run(steps: readonly Step[], options: Partial<RunOptions> = {}): Promise<Outcome[]> {
  const signal = new AbortController().signal
  return runSteps(steps, { cwd: scratch, minutes: 40, print: () => {}, signal, ...options })
}

const isRunning = (pid: number) =>
  existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
const noted = () => (existsSync(pids) ? readFileSync(pids, 'utf8').trim().split('\n').map(Number) : [])

/** What was killed is gone in a moment: a process that is about to end is neither a zombie yet nor anybody's. */
async function expectNothingLeft(): Promise<void> {
  expect(noted()).toHaveLength(3)
  await vi.waitFor(() => expect(noted().filter(isRunning)).toEqual([]), { timeout: 10_000 })
}

const countFile = (report: unknown) => report as Count

test('a step that hangs is ended with all it started, and what it had done counts', async () => {
  writeFileSync(journal, 'passed one\npassed two\n')
  const hanging = step(whenStarted(hang), { count: countFile, report: join(scratch, 'none.json'), journal })
  const [outcome] = await run([hanging], { minutes: 0.1 })
  expect(outcome).toMatchObject({
    passed: 2,
    failed: 1,
    reason: 'took longer than 0.1 minutes and was ended',
  })
  await expectNothingLeft()
})

test('a step that crashes without a report fails and says so', async () => {
  writeFileSync(journal, 'passed one\nfailed two\n')
  const crashing = step(whenStarted("process.kill(process.pid, 'SIGSEGV')"), {
    count: countFile,
    report: join(scratch, 'none.json'),
    journal,
  })
  const [outcome] = await run([crashing])
  expect(outcome).toMatchObject({
    passed: 1,
    failed: 2,
    reason: 'was killed by SIGSEGV',
    failures: ['two'],
  })
  await expectNothingLeft()
})

test('a step that leaves children is good, but leaves none', async () => {
  const print = vi.fn()
  const [outcome] = await run([step(whenStarted('process.exit(0)'))], { print })
  expect(outcome).toMatchObject({ passed: 1, failed: 0 })
  expect(print.mock.calls.flat().join('\n')).toContain('left behind')
  await expectNothingLeft()
})

test('a stopped run ends the step under way and begins no other', async () => {
  const stop = new AbortController()
  const running = run([step(whenStarted(hang)), step('process.exit(0)')], { signal: stop.signal })
  await vi.waitFor(() => expect(noted()).toHaveLength(3), { timeout: 120_000 })
  stop.abort('the run was stopped by SIGINT')
  expect((await running).map(({ failed, reason }) => [failed, reason])).toEqual([
    [1, 'was ended: the run was stopped by SIGINT'],
    [1, 'was not begun'],
  ])
  await expectNothingLeft()
})

test('what a killed runner leaves is ended, too', async () => {
  const runner = startRunner([step(whenStarted(hang))])
  await vi.waitFor(() => expect(noted()).toHaveLength(3), { timeout: 120_000 })
  expect(noted().every(isRunning)).toBe(true)
  runner.kill('SIGKILL')
  await vi.waitFor(expectNothingLeft, { timeout: 120_000 })
})

/** The runner in a process of its own. */
function startRunner(steps: readonly Step[]): ChildProcess {
  const code = `
    import { runSteps } from ${JSON.stringify(join(import.meta.dirname, 'steps.ts'))}
    const signal = new AbortController().signal
    await runSteps(${JSON.stringify(steps)}, { cwd: '.', minutes: 40, print: () => {}, signal })`
  return spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' })
}

test.each([
  [{ passed: 3, failed: 0 }, 0, { passed: 3, failed: 0 }],
  [{ passed: 3, failed: 2 }, 1, { passed: 3, failed: 2 }],
  [{ passed: 3, failed: 0 }, 1, { passed: 3, failed: 1, reason: 'ended with 1, though no test failed' }],
  [{ passed: 0, failed: 0 }, 0, { passed: 0, failed: 1, reason: 'ran no test' }],
  ['half a rep', 0, { passed: 1, failed: 1, reason: 'ended without a report' }],
])('a report of %o and exit code %i', async (report, exitCode, expected) => {
  const path = join(scratch, 'report.json')
  writeFileSync(path, typeof report === 'string' ? `{"${report}` : JSON.stringify(report))
  writeFileSync(journal, 'passed one\n')
  const [outcome] = await run([
    step(`process.exit(${exitCode})`, { count: countFile, report: path, journal }),
  ])
  expect(outcome).toEqual({ name: 'a step', seconds: expect.any(Number), ...expected })
})

test('a command that is not there fails', async () => {
  const [outcome] = await run([{ name: 'nothing', command: ['no-such-command-anywhere'] }])
  expect(outcome).toMatchObject({ passed: 0, failed: 1 })
  expect(outcome?.reason).toContain('did not start')
})

test('the last line is the sum, and only a run that passed something and failed nothing is good', () => {
  const outcome = (passed: number, failed: number): Outcome => ({ name: 'x', passed, failed, seconds: 1 })
  const lastLine = (text: string) => text.split('\n').at(-1)
  const good = summaryOf([outcome(3, 0), outcome(4, 0)])
  expect([lastLine(good.text), good.isGood]).toEqual(['7 passed, 0 failed', true])
  const bad = summaryOf([outcome(3, 0), { ...outcome(4, 1), reason: 'took too long', failures: ['two'] }])
  expect([lastLine(bad.text), bad.isGood]).toEqual(['7 passed, 1 failed', false])
  expect(bad.text).toContain('FAILED x: 4 passed, 1 failed (1.0 s): took too long\n         two\n')
  expect(summaryOf([]).isGood).toBe(false)
})

test('what is not run for want of samples is neither passed nor failed, and stands before the sum', () => {
  const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 3, numTodoTests: 0 }
  const held = { status: 'skipped', ancestorTitles: ['NOT TESTED: no samples at /h5p', 'keys'] }
  const assertionResults = [held, held, { status: 'skipped', ancestorTitles: ['keys'] }, { status: 'passed' }]
  const count = countVitest({ ...vitest, testResults: [{ status: 'passed', assertionResults }] })
  // One was skipped for another reason, which is none.
  expect(count).toEqual({ passed: 5, failed: 1, untested: 2 })
  expect(countJournal('passed a\nuntested b\nuntested c\n')).toEqual({ passed: 1, failed: 0, untested: 2 })
  const outcome: Outcome = { name: 'x', passed: 5, failed: 0, untested: 2, seconds: 1 }
  expect(summaryOf([outcome]).text.split('\n').slice(-2)).toEqual([
    '2 tests were NOT RUN for want of samples (SAMPLES_FOLDER)',
    '5 passed, 0 failed',
  ])
})

test('skipped tests, files that did not load and errors outside tests count as failed', () => {
  const vitest = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 1, numTodoTests: 1 }
  const testResults = [{ status: 'failed', assertionResults: [] }]
  expect(countVitest({ ...vitest, testResults })).toEqual({ passed: 5, failed: 4 })
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 1 }
  expect(countPlaywright({ stats, errors: [{}] })).toEqual({ passed: 6, failed: 3 })
})

test('what passed only when it was tried again is named', () => {
  const journal = `${againLine('click', 'lost')}\npassed click\n${failedLine('pay', 'broken')}\n`
  expect(countJournal(journal)).toEqual({ passed: 1, failed: 1 })
  expect(failuresIn(journal)).toEqual(['pay: broken', 'at first: click: lost'])
})

test.each(['', '/', '/tmp', 'aularium-x'])('nobody ends the processes of %o', (folder) => {
  expect(() => processesOf(folder)).toThrow('not the folder of a run')
})
