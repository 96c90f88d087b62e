import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainerOutside } from '#exercises/formats/outgoing/omitted.ts'
import type { UnitContent } from '#exercises/model/unit.ts'
import { filesWithoutRoom } from '#exercises/units/server/service.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { multipart } from '../support/http-client.ts'

let app: TestApp
let author: Person

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'film-author', { isSeller: true })
})
afterAll(() => app.close())

/** The beginning of an MP4 and as many bytes more, of which no two files have the same. */
function film(mark: string, bytes = 64): Buffer {
  const head = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom\0\0\x02\0isomiso2')])
  return Buffer.concat([head, Buffer.alloc(bytes), Buffer.from(mark)])
}

async function sent(path: string, fileName: string, bytes: Uint8Array) {
  const value = { fileName, mediaType: 'application/octet-stream', body: Buffer.from(bytes) }
  const { body, contentType } = multipart([{ name: 'file', value }])
  const answer = await author.client.api('POST', path, body, { 'Content-Type': contentType })
  expect(answer.status, answer.text).toBe(201)
  return answer
}
const give = async (bytes: Buffer) =>
  (await sent('/v3/unit-assets?world=de', 'a.mp4', bytes)).json<{ asset: string }>().asset

interface Shown {
  type: string
  prompt: string
  media?: { asset: string; kind: string; alt: string; transcript: string }
}

async function elementsOf(id: number): Promise<Shown[]> {
  const unit = await author.client.api('GET', `/v3/units/${id}`)
  return unit
    .json<{ content: { pages: { elements: Shown[] }[] } }>()
    .content.pages.flatMap((page) => page.elements)
}

async function unitWith(media: readonly Shown['media'][]): Promise<number> {
  const { id } = (await author.client.api('POST', '/v3/units', { title: 'Filme' })).json<{ id: number }>()
  const { revision } = (await author.client.api('GET', `/v3/units/${id}`)).json<{ revision: number }>()
  const options = ['ja', 'nein'].map((text, at) => ({ id: 'ab'[at], text, weight: 1 - at, feedback: '' }))
  const elements = media.map((each, at) => ({
    ...{ id: `e${at}`, type: 'choice', prompt: `<p>Frage ${at}?</p>`, points: 1, right: '', wrong: '' },
    data: { isMulti: false, policy: 'net', options },
    media: each,
  }))
  const content = { title: 'Filme', pages: [{ id: 'p1', title: '', elements }] }
  const saved = await author.client.api('PUT', `/v3/units/${id}`, { revision, content })
  expect(saved.status, saved.text).toBe(200)
  return id
}

const ways = [
  ['filme.xml', 'export?format=moodle&world=de'],
  ['filme.zip', 'qti?world=de'],
  ['filme-2.zip', 'qti?version=2.2&world=de'],
  ['filme.h5p', 'h5p?world=de'],
] as const

test.each([64, 12 * 1024 * 1024])(
  'videos above tasks (%i bytes) go out in each format, and come back as they were',
  async (size) => {
    const whole = film('above', size)
    const asset = await give(whole)
    const timed = {
      asset,
      kind: 'video',
      alt: 'Der Versuch',
      transcript: '<p>0:01 | Los!<br>0:04 | Halt!</p>',
    }
    const read = { asset, kind: 'video', alt: '', transcript: '<p>Nur <strong>Worte</strong>.</p>' }
    const id = await unitWith([timed, read])
    for (const [name, address] of ways) {
      const file = await author.client.get(`/api/v3/units/${id}/${address}`)
      expect(file.status, name).toBe(200)
      if (!name.endsWith('.xml')) {
        const films = Object.entries(unzipSync(new Uint8Array(file.body))).filter(([path]) =>
          path.endsWith('.mp4'),
        )
        expect(films.map(([, bytes]) => Buffer.from(bytes).equals(whole))).toEqual([true])
      }
      const made = (await sent('/v3/units/import?world=de', name, file.body)).json<{
        id: number
        report: { outcome: string }[]
      }>()
      expect(new Set(made.report.map(({ outcome }) => outcome)), name).toEqual(new Set(['converted']))
      expect((await elementsOf(made.id)).map(({ media }) => media)).toEqual([timed, read])
    }
  },
)

test('a video is stored without what says who made it and where', async () => {
  const box = (kind: string, inside: string | Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(8 + Buffer.byteLength(inside))
    head.write(kind, 4)
    return Buffer.concat([head, Buffer.from(inside)])
  }
  const said = box('moov', box('udta', '+52.5200+013.4050/ Ilse Beispiel'))
  const whole = Buffer.concat([film('said', 0).subarray(0, 24), said, box('mdat', 'Bild und Ton')])
  const asset = await give(whole)
  const stored = await author.client.get(`/api/v3/unit-assets?name=${asset.split('/').at(-1)}`)
  expect(stored.status).toBe(200)
  expect(stored.body.length).toBe(whole.length)
  expect(stored.body.includes('Ilse')).toBe(false)
  expect(stored.body.includes('+52.5200')).toBe(false)
  expect(stored.body.subarray(-12).toString()).toBe('Bild und Ton')
})

test('a package has room for so much: a long video stays here, and its task is named', async () => {
  const [short, long] = [await give(film('short')), await give(film('long', 31 * 1024 * 1024))]
  const said = { kind: 'video', alt: 'Film', transcript: '<p>Worte.</p>' }
  const id = await unitWith([
    { asset: long, ...said },
    { asset: short, ...said },
  ])
  const unit = (await author.client.api('GET', `/v3/units/${id}`)).json<{ content: UnitContent }>()
  const withoutRoom = await filesWithoutRoom(app.deps, unit.content)
  const named = plainerOutside(unit.content, (asset) => !withoutRoom.has(asset))
  const idsOf = (format: string) => named.find((each) => each.format === format)?.ids
  expect([idsOf('moodle'), idsOf('qti'), idsOf('h5p')]).toEqual([['e0'], ['e0'], ['e0']])
  const hashOf = (asset: string) => asset.slice(8, 72)
  for (const [name, address] of ways) {
    const file = await author.client.get(`/api/v3/units/${id}/${address}`)
    expect(file.body.length, name).toBeLessThan(1024 * 1024)
    const text = name.endsWith('.xml')
      ? file.text
      : Object.entries(unzipSync(new Uint8Array(file.body)))
          .map(([path, bytes]) => path + (path.endsWith('.mp4') ? '' : Buffer.from(bytes).toString()))
          .join()
    expect([text.includes(hashOf(short)), text.includes(hashOf(long))], name).toEqual([true, false])
  }
})
