import { globSync, readFileSync, statSync } from 'node:fs'
import { loadavg } from 'node:os'
import { basename, join } from 'node:path'
import { member, openTestApp } from '../support/app.ts'
import { multipart } from '../support/http-client.ts'
import { watchTurns } from '../support/loop-turns.ts'
import { samples } from '../support/samples.ts'

/*
 * `node tests/bench/imports.ts`: each sample package imported by itself: processor time of all threads, what the clock says, and
 * the longest turn of the event loop, in milliseconds. The whole server runs in this process with its own database. Of folders
 * with many files the slowest five are shown.
 */

interface Timed {
  name: string
  kilobytes: number
  lines: number
  cpu: number
  clock: number
  turn: number
  answer: string
}

const say = (text: string) => process.stdout.write(`${text}\n`)
const round = (value: number) => Math.round(value)

say(`load of the machine: ${loadavg()[0]?.toFixed(1)}`)
const app = await openTestApp({ hasOwnDatabase: true, environment: { DEMO: 'false' } })
const turns = watchTurns()
const author = await member(app, 'importer', { isSeller: true })
await author.client.get('/api/v1/csrf')
const groups = new Map<string, Timed[]>()
for (const folder of ['h5p', 'h5p-malformed', 'gift-golden', 'qti-instructure-mit']) {
  const root = samples(folder)
  const files = globSync('**/*.{h5p,gift,zip,xml}', { cwd: root }).sort()
  for (const file of files) {
    groups.set(folder, [...(groups.get(folder) ?? []), await timed(join(root, file))])
  }
}
for (const [group, all] of groups) {
  const shown = group === 'h5p' ? all : all.toSorted((a, b) => b.cpu - a.cpu).slice(0, 5)
  say(`\n${group}: ${all.length} files, together ${round(all.reduce((sum, { cpu }) => sum + cpu, 0))} ms\n`)
  say(
    '| file | kB | lines of its report | processor time | clock | longest turn | answer |\n|---|---|---|---|---|---|---|',
  )
  for (const { name, kilobytes, lines, cpu, clock, turn, answer } of shown)
    say(
      `| ${name} | ${kilobytes} | ${lines} | ${round(cpu)} | ${round(clock)} | ${round(turn)} | ${answer} |`,
    )
}
say(`\nload of the machine: ${loadavg()[0]?.toFixed(1)}`)
turns.stop()
await app.close()
process.exit(0)

async function timed(path: string): Promise<Timed> {
  const value = { fileName: basename(path), mediaType: 'application/octet-stream', body: readFileSync(path) }
  const { body, contentType } = multipart([{ name: 'file', value }])
  turns.reset()
  const [before, began] = [process.cpuUsage(), performance.now()]
  const headers = { 'Content-Type': contentType }
  const answer = await author.client.api('POST', '/v3/units/import?world=de', body, headers)
  const clock = performance.now() - began
  const { user, system } = process.cpuUsage(before)
  const { report, error } = answer.json<{
    report?: object[]
    error?: { report?: object[]; refusal?: string }
  }>()
  return {
    name: basename(path),
    kilobytes: round(statSync(path).size / 1000),
    lines: (report ?? error?.report)?.length ?? 0,
    cpu: (user + system) / 1000,
    clock,
    turn: turns.longest(),
    answer: error?.refusal ?? String(answer.status),
  }
}
