import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answers, Widget } from '#exercises/model/task/widget.ts'
import { answerFields } from '../support/answer-fields.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import type { Client } from '../support/http-client.ts'
import { type Room, runningRoom, seatPupils } from '../support/rooms.ts'

/* Whoever knows nothing but the names of things knows nothing, whatever ids a program gave them. */

const letters = [...'abcde']
const things = (prefix: string, words: readonly string[]) =>
  words.map((text, at) => ({ id: `${prefix}${letters[at]}`, text }))
const wordsOf = (at: number) => ['Rom', 'Bonn', 'Oslo', 'Wien', 'Bern'].map((city) => `${city} ${at}`)
const gaps = (ids: readonly string[]) => `<p>${ids.map((id) => `{{${id}}}`).join(' ')}</p>`

/** Tasks whose ids are in the order of their key, as editors made them: by its type the data, and the key in ids. */
const kinds: Readonly<Record<string, (words: readonly string[]) => { data: object; known: Answers }>> = {
  choice: (words) => ({
    data: {
      ...{ isMulti: false, policy: 'net' },
      options: things('', words).map((each, at) => ({ ...each, weight: at === 0 ? 1 : 0, feedback: '' })),
    },
    known: { pick: ['a'] },
  }),
  order: (words) => ({
    data: { items: things('', words), scoring: 'all' },
    known: Object.fromEntries(letters.map((letter, at) => [letter, [String(at + 1)]])),
  }),
  match: (words) => ({
    data: {
      left: things(
        'l',
        words.map((word) => `in ${word}`),
      ),
      right: things('r', words),
      pairs: letters.map((letter) => [`l${letter}`, `r${letter}`]),
    },
    known: Object.fromEntries(letters.map((letter) => [`l${letter}`, [`r${letter}`]])),
  }),
  gap_drag: (words) => ({
    data: {
      ...{ html: gaps(['g1', 'g2', 'g3']), bank: things('', words), hasPenalty: false },
      gaps: { g1: 'a', g2: 'b', g3: 'c' },
    },
    known: { g1: ['a'], g2: ['b'], g3: ['c'] },
  }),
  gap_select: (words) => ({
    data: {
      html: gaps(['g1', 'g2', 'g3']),
      gaps: Object.fromEntries(['g1', 'g2', 'g3'].map((id) => [id, { options: things('', words) }])),
    },
    known: { g1: ['a'], g2: ['a'], g3: ['a'] },
  }),
}
const each = 8
const tasks = Object.entries(kinds).flatMap(([type, make]) =>
  Array.from({ length: each }, (_task, at) => ({
    type,
    id: `${type.replace('_', '')}${at}`,
    ...make(wordsOf(at)),
  })),
)
const content = {
  title: 'Geraten',
  pages: [
    {
      ...{ id: 'p1', title: '' },
      elements: tasks.map(({ type, id, data }) => ({
        ...{ id, type, data, prompt: '<p>?</p>', points: 1, right: '', wrong: '' },
      })),
    },
  ],
}

let app: TestApp
let teacher: Person
let unitId: number

beforeAll(async () => {
  app = await openTestApp()
  teacher = await member(app, 'guessed-teacher')
  unitId = (await teacher.client.api('POST', '/v3/units', { title: 'Geraten' })).json<{ id: number }>().id
  const saved = await teacher.client.api('PUT', `/v3/units/${unitId}`, { revision: 1, content })
  expect(saved.status, saved.text).toBe(200)
  expect((await teacher.client.api('POST', `/v3/units/${unitId}/publish`)).status).toBe(200)
})
afterAll(() => app.close())

interface Seen {
  steps: { elements: { id: string; widgets: Widget[] }[] }[]
}

const look = async (client: Client, { code }: Room) =>
  (await client.api('GET', `/v3/room-codes/${code}`)).json<Seen>().steps.flatMap(({ elements }) => elements)

/** What is sent for each task of an exam, and in how many of how many tasks that was right. */
async function rightIn(answersTo: (task: { id: string; widgets: Widget[] }) => Answers): Promise<number> {
  const room = await runningRoom(app, teacher, { unitId, mode: 'exam', minutes: 60 })
  const [pupil] = await seatPupils(app, room, 1)
  if (!pupil) throw new Error('nobody came in')
  const shown = await look(pupil.client, room)
  expect(shown).toHaveLength(tasks.length)
  for (const part of [shown.slice(0, 20), shown.slice(20)]) {
    const answers = part.map((task, at) => ({
      ...{ id: `${at}`, element_id: task.id, response: answersTo(task), seq_local: 1 },
    }))
    const sent = await pupil.client.api('POST', `/v3/room-codes/${room.code}/answers`, { answers })
    expect(sent.status, sent.text).toBe(200)
    expect(sent.text).not.toContain('refused')
  }
  const desk = (await teacher.client.api('GET', `/v3/rooms/${room.id}`)).json<{
    answers: { state: string }[]
  }>()
  expect(desk.answers).toHaveLength(tasks.length)
  return desk.answers.filter(({ state }) => state === 'correct').length
}

const byId = new Map(tasks.map((task) => [task.id, task]))

test('the key in ids that nobody was shown is no answer', async () => {
  expect(await rightIn(({ id }) => byId.get(id)?.known ?? {})).toBe(0)
})

test('names in their order are the key no more often than by chance', async () => {
  const right = await rightIn(({ widgets }) => {
    const all = answerFields(widgets).toSorted((one, other) => (one.name < other.name ? -1 : 1))
    return Object.fromEntries(
      all.map(({ name, values, isOrder }, at) => [name, [(isOrder ? values : values.toSorted())[at] ?? '']]),
    )
  })
  // One of five choices, and next to none of what has three parts or five: not all of even one kind.
  expect(right).toBeLessThan(each)
})

test('whoever reads what is shown answers with its names, is right, and finds it again', async () => {
  const texts = (options: readonly { value: string; text: string }[], text: string) =>
    options.find((option) => option.text === text)?.value ?? ''
  const right = await rightIn(({ id, widgets: [widget] }) => {
    const words = wordsOf(Number(/\d+$/.exec(id)?.[0]))
    if (widget?.kind === 'choice') return { pick: [texts(widget.options, words[0] ?? '')] }
    if (widget?.kind === 'gaps') {
      const isBank = widget.bank.length > 0
      return Object.fromEntries(
        Object.entries(widget.gaps).map(([name, { options = [] }], at) => [
          name,
          [texts(options, words[isBank ? at : 0] ?? '')],
        ]),
      )
    }
    if (widget?.kind !== 'rows') throw new Error('something else')
    const { rows, options } = widget
    return Object.fromEntries(
      rows.map(({ name, text }) => {
        const place = words.indexOf(text.replace('in ', ''))
        return [name, [text.startsWith('in ') ? texts(options, words[place] ?? '') : String(place + 1)]]
      }),
    )
  })
  expect(right).toBe(tasks.length)
})

test('what a pupil answered comes back under the names that are shown', async () => {
  const room = await runningRoom(app, teacher, { unitId, mode: 'exam', minutes: 60 })
  const [pupil] = await seatPupils(app, room, 1)
  if (!pupil) throw new Error('nobody came in')
  const task = (await look(pupil.client, room)).find(({ id }) => id === 'match0')
  const [field] = answerFields(task?.widgets ?? [])
  const response = { [field?.name ?? '']: [field?.values[1] ?? ''] }
  const answers = [{ id: 'x', element_id: 'match0', response, seq_local: 1 }]
  await pupil.client.api('POST', `/v3/room-codes/${room.code}/answers`, { answers })
  const { values } = (await pupil.client.api('GET', `/v3/room-codes/${room.code}`)).json<{
    values: Record<string, string>
  }>()
  expect(values).toMatchObject({ [`a.match0.${field?.name}`]: field?.values[1] })
})
