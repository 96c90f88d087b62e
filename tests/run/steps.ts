import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Count, countJournal, failuresIn } from './counts.ts'
import { areGone, endProcessesOf } from './process-tree.ts'

export interface Step {
  name: string
  command: readonly string[]
  /** Reads the runner's report; a step without one is a tool: one test, passed or failed. */
  count?: (report: unknown) => Count
  report?: string
  /** One line a test, written while they run: what counts when there is no report (`reporters.ts`). */
  journal?: string
}

export interface Outcome extends Count {
  name: string
  seconds: number
  /** Why it failed, where that is not simply a failed test. */
  reason?: string
  /** The names of the failed tests, as the journal has them. */
  failures?: readonly string[]
}

export interface RunOptions {
  cwd: string
  minutes: number
  print: (line: string) => void
  /** Ends the step under way; those after it are not begun. */
  signal: AbortSignal
}

interface Ending {
  exitCode: number
  reason?: string
}

/** One step after the other; a failed one does not stop those after it. When it resolves, nothing of them still runs. */
export async function runSteps(steps: readonly Step[], options: RunOptions): Promise<Outcome[]> {
  // mkdtemp closes the folder, but under root the embedded database runs as somebody else.
  const folder = mkdtempSync(join(tmpdir(), 'aularium-run-'))
  chmodSync(folder, 0o711)
  const guard = startGuard(folder)
  const outcomes: Outcome[] = []
  try {
    for (const [index, step] of steps.entries()) {
      if (options.signal.aborted) {
        outcomes.push({ name: step.name, passed: 0, failed: 1, seconds: 0, reason: 'was not begun' })
        continue
      }
      outcomes.push(await runStep(step, join(folder, `step-${index + 1}`), options))
    }
  } finally {
    await endProcessesOf(folder)
    rmSync(folder, { recursive: true, force: true })
    guard.stdin?.end()
  }
  return outcomes
}

/** A process that cleans up when this one is killed. */
function startGuard(folder: string): ChildProcess {
  const guard = spawn(process.execPath, [join(import.meta.dirname, 'guard.ts'), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  guard.unref()
  return guard
}

async function runStep(step: Step, folder: string, options: RunOptions): Promise<Outcome> {
  options.print(`\n=== ${step.name}: ${step.command.join(' ')}`)
  const started = performance.now()
  mkdirSync(folder)
  chmodSync(folder, 0o711)
  const ending = await run(step, folder, options)
  // What stops of its own accord is given the time to.
  if (!(await areGone(folder, ending.reason === undefined ? 5_000 : 0))) {
    const names = await endProcessesOf(folder)
    options.print(`${step.name} left behind and had ended for it: ${names.join(', ')}`)
  }
  const counted = countOf(step, ending)
  const seconds = (performance.now() - started) / 1000
  const failures = failuresIn(readText(step.journal) ?? '')
  return { name: step.name, ...counted, seconds, ...(failures.length > 0 ? { failures } : {}) }
}

function run(step: Step, folder: string, { cwd, minutes, signal }: RunOptions): Promise<Ending> {
  const [command = '', ...args] = step.command
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      stdio: ['ignore', 'inherit', 'inherit'],
      // A signal to the runner's group is the runner's to answer.
      detached: true,
      env: environment(folder),
    })
    let reason: string | undefined
    const endEarly = (why: string) => {
      reason ??= why
      void endProcessesOf(folder).then(() => endGroup(child))
    }
    const onAbort = () => endEarly(`was ended: ${signal.reason}`)
    const timer = setTimeout(
      () => endEarly(`took longer than ${minutes} minutes and was ended`),
      minutes * 60_000,
    )
    signal.addEventListener('abort', onAbort, { once: true })
    const finish = (ending: Ending) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      resolve(ending)
    }
    child.once('error', (error) => finish({ exitCode: 127, reason: `did not start: ${error.message}` }))
    child.once('exit', (code, killedBy) => {
      finish({ exitCode: code ?? 1, reason: reason ?? (killedBy ? `was killed by ${killedBy}` : undefined) })
    })
  })
}

/** For systems on which the processes of a folder are not found. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function environment(folder: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: undefined,
    ASTRO_TELEMETRY_DISABLED: '1',
    FORCE_COLOR: '0',
    TMPDIR: folder,
  }
}

/** A step that fails without a failed test (a crash, no test found, no time left) is a failure of its own. */
function countOf(step: Step, { exitCode, reason }: Ending): Count & { reason?: string } {
  if (!step.count) return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, reason }
  const reported = countReport(step)
  const count = reported ?? countJournal(readText(step.journal) ?? '')
  if (reason !== undefined) return { ...count, failed: count.failed + 1, reason }
  if (reported === undefined) return { ...count, failed: count.failed + 1, reason: 'ended without a report' }
  if (count.failed > 0) return count
  if (exitCode !== 0) return { ...count, failed: 1, reason: `ended with ${exitCode}, though no test failed` }
  return count.passed > 0 ? count : { ...count, failed: 1, reason: 'ran no test' }
}

/** Undefined when there is none, or only half of one. */
function countReport({ report, count }: Step): Count | undefined {
  try {
    return count?.(JSON.parse(readText(report) ?? ''))
  } catch {
    return undefined
  }
}

function readText(path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
