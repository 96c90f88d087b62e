import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Load {
  base: string
  /** One call per entry, in turn; a single one is repeated. */
  calls: readonly { path: string; method?: 'GET' | 'POST'; body?: string }[]
  headers?: Record<string, string>
  connections: number
  seconds: number
}

export interface Measured {
  requestsPerSecond: number
  p50Ms: number
  p99Ms: number
  /** Answers of 400 and more, errors and timeouts: a bench that measures failures measures nothing. */
  failures: number
  /** Answers in all, so that a row can check what they were made of. */
  answers: number
  /** How much more the generator could have asked for on one core: the time of the run by its own CPU time. */
  generatorTimesFaster: number
}

/** Whether the native generator is there (`apt-get install wrk`). */
export function hasGenerator(): boolean {
  return spawnSync('wrk', ['--version']).error === undefined
}

/** One run of wrk, on one thread, against another process. */
export async function shoot(load: Load): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'aularium-wrk-'))
  try {
    const script = join(folder, 'load.lua')
    writeFileSync(script, scriptOf(load))
    const args = [
      '-t1',
      `-c${load.connections}`,
      `-d${load.seconds}s`,
      '--timeout',
      '10s',
      '-s',
      script,
      load.base,
    ]
    return read(await outputOf(args), load.seconds)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The shell says afterwards how much CPU time its child took. */
function outputOf(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', 'wrk "$@"; echo; times', 'sh', ...args])
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.once('error', reject)
    child.once('close', () => resolve(output))
  })
}

function read(output: string, seconds: number): Measured {
  const facts = /^facts (.*)$/m.exec(output)?.[1]?.split(' ').map(Number)
  const cpu = output
    .trim()
    .split('\n')
    .at(-1)
    ?.match(/[\d.]+(?=s)/g)
  if (facts?.length !== 5) throw new Error(`wrk says:\n${output}`)
  const [answers = 0, micros = seconds * 1e6, p50 = 0, p99 = 0, failures = 0] = facts
  const cpuSeconds = (cpu ?? []).reduce((sum, part) => sum + Number(part), 0)
  return {
    requestsPerSecond: answers / (micros / 1e6),
    p50Ms: p50 / 1000,
    p99Ms: p99 / 1000,
    failures,
    answers,
    generatorTimesFaster: micros / 1e6 / Math.max(cpuSeconds, 0.01),
  }
}

function scriptOf({ calls, headers = {} }: Load): string {
  const [only] = calls
  // A single request is made once by wrk itself; Lua would only slow it down.
  const asks = calls.length === 1 && only ? always(only, headers) : inTurn(calls, headers)
  return `${asks}
function done(summary, latency)
  local e = summary.errors
  print(string.format("facts %d %d %d %d %d", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99), e.connect + e.read + e.write + e.timeout + e.status))
end
`
}

type Call = Load['calls'][number]
type Headers = Readonly<Record<string, string>>

function always({ path, method = 'GET', body }: Call, headers: Headers): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `wrk.headers[${quoted(name)}] = ${quoted(value)}`,
  )
  if (body !== undefined) lines.push(`wrk.body = ${quoted(body)}`)
  return [`wrk.method = ${quoted(method)}`, `wrk.path = ${quoted(path)}`, ...lines].join('\n')
}

function inTurn(calls: readonly Call[], headers: Headers): string {
  const lines = Object.entries(headers).map(([name, value]) => `[${quoted(name)}]=${quoted(value)}`)
  // One function each: a function of Lua holds few constants.
  const made = calls.map(({ path, method = 'GET', body }) => {
    const text = body === undefined ? 'nil' : quoted(body)
    return `calls[#calls + 1] = function() return wrk.format(${quoted(method)}, ${quoted(path)}, headers(), ${text}) end`
  })
  return `local calls, texts, at = {}, {}, 0
local function headers() return {${lines.join(',')}} end
${made.join('\n')}
function init() for i, make in ipairs(calls) do texts[i] = make() end end
function request() at = at % #texts + 1; return texts[at] end`
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`
}
