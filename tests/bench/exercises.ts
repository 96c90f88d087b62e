import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { elementTypes, typeOf } from '../../src/exercises/model/task/types.ts'
import type { Answers } from '../../src/exercises/model/task/widget.ts'
import { type Element, publicView, scoreAnswers, scoreResponse } from '../../src/exercises/model/unit.ts'
import { member, openTestApp } from '../support/app.ts'
import { multipart } from '../support/http-client.ts'
import { watchTurns } from '../support/loop-turns.ts'
import { dataOf, element } from '../support/typed-elements.ts'
import { largest, usual } from './exercise-tasks.ts'

/*
 * `node tests/bench/exercises.ts`: what an attempt of 30 tasks takes to be scored, with the right answers and with none, with every
 * type there is and with puzzles and dictations as classes get them; what the largest task of a type takes, for the first time and
 * again; and what a worksheet of 20 tasks takes to be drawn, the first and the next ones, in milliseconds: processor time of all threads, what the
 * clock says, and the longest turn of the event loop. The whole server runs in this process with its own database.
 */

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } })
const rounds = Number(values.rounds)
const say = (text: string) => process.stdout.write(`${text}\n`)
const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
const shown = (value: number) => value.toFixed(value < 10 ? 2 : 0)
const load = () => say(`load of the machine: ${loadavg()[0]?.toFixed(1)}`)

load()
say('\n| 30 tasks | first time | median | slowest of 200 |\n|---|---|---|---|')
const tasks = elementTypes
  .filter(({ kind }) => kind === 'scored')
  .flatMap(({ type }): Element[] =>
    fc.sample(dataOf(type), { numRuns: 2, seed: 7 }).map((data) => element(type, data)),
  )
  .slice(0, 30)
const scored = {
  'right answers': (task: Element) => scoreResponse(task, typeOf(task.type)?.key(task.data)),
  'no answers': (task: Element) => scoreResponse(task, typeOf(task.type)?.read(task.data, {})),
}
for (const [name, score] of Object.entries(scored)) {
  const times = Array.from({ length: 200 }, () => {
    const began = performance.now()
    for (const task of tasks) score(task)
    return performance.now() - began
  })
  const [first = 0] = times
  say(`| ${name} | ${shown(first)} | ${shown(median(times))} | ${shown(Math.max(...times.slice(1)))} |`)
}

/* As rooms do: what is played was read once; its answers come one by one. */
const mixed = [
  ...tasks.map((task) => ({ task, answers: scrambled(task) })),
  ...Object.values(usual).map((make) => make()),
].slice(-30)
const mixedTimes = Array.from({ length: 200 }, () => {
  const began = performance.now()
  for (const { task, answers } of mixed) scoreAnswers(task, answers)
  return performance.now() - began
})
say(
  `| puzzles of 15 words, a dictation, all wrong | ${shown(mixedTimes[0] ?? 0)} | ${shown(median(mixedTimes))} | ${shown(Math.max(...mixedTimes.slice(1)))} |`,
)

say('\n| one task, ms of processor time | first score | next | first view | next |\n|---|---|---|---|---|')
for (const [name, make] of Object.entries({ ...usual, ...largest })) {
  const spent = (run: () => unknown) => {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const { task, answers } = make()
  const score = () => scoreAnswers(task, answers)
  const first = spent(score)
  const again = median(Array.from({ length: 9 }, () => spent(score)))
  // Another puzzle of the same size: nothing of it is known yet.
  const fresh = other(make().task)
  const view = () => publicView(fresh, 's')
  const firstView = spent(view)
  const nextView = median(Array.from({ length: 9 }, () => spent(view)))
  say(`| ${name} | ${[first, again, firstView, nextView].map(shown).join(' | ')} |`)
}

const app = await openTestApp({ hasOwnDatabase: true, environment: { DEMO: 'false' } })
const turns = watchTurns()
const author = await member(app, 'printer', { isSeller: true })
await author.client.get('/api/v1/csrf')
say('\n| 20 tasks on paper | time | processor time | clock | longest turn | kB |\n|---|---|---|---|---|---|')
await printed('words', await imported('fragen.csv', ofWords()))
await printed('words, large', await imported('fragen.csv', ofWords()), '&large=1')
await printed('8 photographs', await imported('bilder.h5p', await ofPictures()))
load()
turns.stop()
await app.close()
process.exit(0)

/** The same task with another first word. */
function other({ data, ...task }: Element): Element {
  const { words, seed } = data as { words?: { word: string; clue: string }[]; seed?: string }
  const [one, ...more] = words ?? []
  if (!one) return { ...task, data: structuredClone(data) }
  const changed = [{ ...one, word: `${one.word.slice(0, -1)}E` }, ...more]
  return { ...task, data: { ...(data as object), words: changed, ...(seed && { seed: `${seed}2` }) } }
}

/** Something in every field, as somebody answers who does not know. */
function scrambled(task: Element): Answers {
  const widgets = typeOf(task.type)?.view(task.data, Math.random) ?? []
  return Object.fromEntries(
    widgets.flatMap((widget): [string, string[]][] => {
      if (widget.kind === 'choice') return [[widget.name, [widget.options.at(-1)?.value ?? '']]]
      if (widget.kind === 'rows')
        return widget.rows.map(({ name }) => [name, [widget.options.at(-1)?.value ?? '']])
      if (widget.kind === 'gaps')
        return Object.entries(widget.gaps).map(([name, { options }]) => [
          name,
          [options?.at(-1)?.value ?? 'falsch'],
        ])
      if (widget.kind === 'words' || widget.kind === 'places')
        return widget.words.map(({ name }) => [name, ['3, 4 FALSCH']])
      return 'name' in widget ? [[widget.name, ['ganz falsch geschrieben']]] : []
    }),
  )
}

/** Twenty tasks of as many types as there are, in a table of ours. */
function ofWords(): Buffer {
  const rows = Array.from({ length: 20 }, (_, at) => {
    const n = at + 1
    const kinds = [
      ['choice', `* richtig ${n}\nfalsch\nauch falsch\nganz falsch`],
      ['true_false', `* Rom liegt in Italien ${n}.\nParis auch.\n* Bern nicht.`],
      ['gap_text', 'Der *Hund* bellt, die *Katze* miaut, und der *Hahn* kräht am Morgen.'],
      ['match', 'Italien | Rom\nSpanien | Madrid\nFrankreich | Paris\nGriechenland | Athen'],
      ['order', 'eins\nzwei\ndrei\nvier\nfünf'],
      ['word_search', 'Hund\nKatze\nHahn\nPferd\nEsel\nZiege'],
      ['crossword', 'Hund | bellt\nKatze | miaut\nHahn | kräht\nPferd | wiehert'],
      ['categorize', 'Rom | Italien\nMailand | Italien\nMadrid | Spanien'],
      ['essay', ''],
      ['mark_words', 'Der Hund *bellt* laut, und die Katze *miaut* leise vor sich hin.'],
    ]
    const [type = '', content = ''] = kinds[at % kinds.length] ?? []
    return [type, `<p>Aufgabe ${n}: Lies genau und antworte.</p>`, content]
  })
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  return Buffer.from(['type,prompt,content', ...rows.map((row) => row.map(cell).join(','))].join('\r\n'))
}

/** Eight photographs of a phone among twelve questions. */
async function ofPictures(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const photos = await Promise.all(
    Array.from({ length: 8 }, () =>
      sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#888', noise } })
        .blur(3)
        .jpeg()
        .toBuffer(),
    ),
  )
  const pictures = photos.map((_bytes, at) => ({
    content: { library: 'H5P.Image 1.1', params: { file: { path: `images/${at}.jpg` }, alt: `Bild ${at}` } },
  }))
  const question = {
    library: 'H5P.TrueFalse 1.8',
    params: { question: '<p>Stimmt das?</p>', correct: 'true' },
  }
  const content = { content: [...pictures, ...Array.from({ length: 12 }, () => ({ content: question }))] }
  const json = (value: object) => strToU8(JSON.stringify(value))
  return Buffer.from(
    zipSync({
      'h5p.json': json({ mainLibrary: 'H5P.Column', title: 'Bilder' }),
      'content/content.json': json(content),
      ...Object.fromEntries(photos.map((bytes, at) => [`content/images/${at}.jpg`, new Uint8Array(bytes)])),
    }),
  )
}

async function imported(fileName: string, bytes: Buffer): Promise<number> {
  const value = { fileName, mediaType: 'application/octet-stream', body: bytes }
  const { body, contentType } = multipart([{ name: 'file', value }])
  const headers = { 'Content-Type': contentType }
  const answer = await author.client.api('POST', '/v3/units/import?world=de', body, headers)
  const { id, report } = answer.json<{ id: number; report: { outcome: string }[] }>()
  const count = report.filter(({ outcome }) => outcome !== 'skipped').length
  if (count !== 20) throw new Error(`${fileName}: ${count} tasks of 20`)
  return id
}

async function printed(name: string, id: number, query = ''): Promise<void> {
  const runs: { cpu: number; clock: number; turn: number; bytes: number }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    turns.reset()
    const [before, began] = [process.cpuUsage(), performance.now()]
    const answer = await author.client.get(`/api/v3/units/practice/${id}/paper?world=de${query}`)
    const clock = performance.now() - began
    const { user, system } = process.cpuUsage(before)
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.text.slice(0, 200)}`)
    runs.push({ cpu: (user + system) / 1000, clock, turn: turns.longest(), bytes: answer.body.length })
  }
  const [first, ...next] = runs
  const line = (when: string, pick: (what: 'cpu' | 'clock' | 'turn') => number) =>
    say(
      `| ${name} | ${when} | ${shown(pick('cpu'))} | ${shown(pick('clock'))} | ${shown(pick('turn'))} | ${shown((first?.bytes ?? 0) / 1000)} |`,
    )
  line('first', (what) => first?.[what] ?? 0)
  line('next, median', (what) => median(next.map((run) => run[what])))
}
