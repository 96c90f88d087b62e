import { strToU8, zipSync } from 'fflate'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectPictures } from '#exercises/units/server/assets/assets.ts'
import { eraseAccounts } from '#shop/people/privacy/server/erasing.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient, multipart } from '../support/http-client.ts'

let app: TestApp
let author: Person

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'package-author', { isSeller: true })
})
afterAll(() => app.close())

interface Shown {
  type: string
  data: { picture?: { asset: string; alt: string }; video?: string; sound?: string }
  media?: { asset: string; alt: string }
}

async function send(name: string, bytes: string | Uint8Array): Promise<{ id: number; report: object[] }> {
  const value = { fileName: name, mediaType: 'application/octet-stream', body: Buffer.from(bytes) }
  const { body, contentType } = multipart([{ name: 'file', value }])
  const headers = { 'Content-Type': contentType }
  const answer = await author.client.api('POST', '/v3/units/import?world=de', body, headers)
  expect(answer.status, answer.text).toBe(201)
  return answer.json()
}

async function elementsOf(id: number): Promise<Shown[]> {
  const unit = await author.client.api('GET', `/v3/units/${id}`)
  return unit
    .json<{ content: { pages: { elements: Shown[] }[] } }>()
    .content.pages.flatMap((page) => page.elements)
}

/** The smallest thing that says it is an MP4. */
const mp4 = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom\0\0\x02\0isomiso2'),
  Buffer.alloc(64),
])

describe('pictures and videos of packages', () => {
  const json = (value: object) => strToU8(JSON.stringify(value))
  const image = (path: string, alt: string) => ({
    library: 'H5P.Image 1.1',
    params: { file: { path }, alt },
  })

  test('are stored with the unit; what is none is said to be missing', async () => {
    const png = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#a00' } })
      .png()
      .toBuffer()
    const choice = (path: string, question: string) => ({
      library: 'H5P.MultiChoice 1.16',
      params: {
        media: { type: image(path, 'Ein rotes Feld') },
        question,
        answers: [
          { text: 'rot', correct: true },
          { text: 'blau', correct: false },
        ],
      },
    })
    const video = {
      library: 'H5P.InteractiveVideo 1.22',
      params: {
        interactiveVideo: {
          video: { files: [{ path: 'videos/a.mp4' }] },
          assets: {
            interactions: [{ duration: { from: 3 }, action: choice('images/x.png', 'Welche Farbe?') }],
          },
        },
      },
    }
    const content = {
      questions: [choice('images/a.png', 'Farbe?'), choice('images/b.png', 'Und hier?'), video],
    }
    const bytes = zipSync({
      'h5p.json': json({ mainLibrary: 'H5P.QuestionSet', title: 'Farben' }),
      'content/content.json': json(content),
      'content/images/a.png': png,
      'content/images/b.png': strToU8('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'),
      'content/videos/a.mp4': mp4,
    })
    const { id, report } = await send('farben.h5p', bytes)
    expect(report).toEqual([
      { name: 'Farbe?', outcome: 'converted' },
      { name: 'Und hier?', outcome: 'converted' },
      { name: 'video_quiz', outcome: 'converted' },
      { name: 'images/b.png', outcome: 'skipped', reason: 'pictures' },
    ])
    const elements = await elementsOf(id)
    expect(elements.map(({ type }) => type)).toEqual(['choice', 'choice', 'video_quiz'])
    const [shown, lost] = elements
    expect(shown?.media).toMatchObject({
      alt: 'Ein rotes Feld',
      asset: expect.stringMatching(/^unit\/.+\.webp$/),
    })
    expect(lost?.media).toBeUndefined()
    const name = (key = '') => `/api/v3/unit-assets?name=${key.split('/').at(-1)}`
    expect((await createClient(app.base).get(name(shown?.media?.asset))).status).toBe(200)
    const part = await fetch(app.base + name(elements[2]?.data.video), { headers: { Range: 'bytes=4-7' } })
    const answer = [part.status, part.headers.get('content-type'), await part.text()]
    expect(answer).toEqual([206, 'video/mp4', 'ftyp'])
    const publish = await author.client.api('POST', `/v3/units/${id}/publish`)
    const fields = Object.keys(publish.json<{ error: { fields: object } }>().error.fields)
    expect(fields.map((field) => field.split('.')[1])).toEqual(['prompt', 'captions'])
  })

  test('drawings become pictures of known origin, and are said to have; what none can be made of is missing', async () => {
    const svg = (inner: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">${inner}<script>alert(1)</script></svg>`
    const drawing = (path: string, alt: string) => ({
      library: 'H5P.Image 1.1',
      params: { file: { path, copyright: { license: 'CC BY-SA', version: '4.0', author: 'Ana Sol' } }, alt },
    })
    const content = { questions: [drawing('images/a.svg', 'Ein Feld'), drawing('images/b.svg', 'Nichts')] }
    const bytes = zipSync({
      'h5p.json': json({ mainLibrary: 'H5P.QuestionSet', title: 'Zeichnungen' }),
      'content/content.json': json(content),
      'content/images/a.svg': strToU8(svg('<rect width="40" height="20" fill="red"/>')),
      'content/images/b.svg': strToU8(`<!DOCTYPE svg [<!ENTITY a "b">]>${svg('<text>&a;</text>')}`),
    })
    const { id, report } = await send('zeichnungen.h5p', bytes)
    expect(report.slice(2)).toEqual([
      { name: 'images/a.svg', outcome: 'simplified', reason: 'drawing' },
      { name: 'images/b.svg', outcome: 'skipped', reason: 'pictures' },
    ])
    const asset = (await elementsOf(id))[0]?.data.picture?.asset ?? ''
    const shown = await fetch(`${app.base}/api/v3/unit-assets?name=${asset.split('/').at(-1)}`)
    expect(shown.headers.get('content-type')).toBe('image/webp')
    expect((await sharp(Buffer.from(await shown.arrayBuffer())).stats()).dominant).toMatchObject({
      g: 8,
      b: 8,
    })
    const { sources } = (await author.client.api('GET', `/v3/units/${id}`)).json<{
      content: { sources: object[] }
    }>().content
    expect(sources).toContainEqual(expect.objectContaining({ asset, license: 'cc-by-sa', author: 'Ana Sol' }))
  })

  test('come with questions of Moodle, in the texts and beside them', async () => {
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#00a' } })
      .png()
      .toBuffer()
    const moodle = `<quiz><question type="truefalse"><name><text>Blau</text></name><questiontext format="html">
      <text><![CDATA[<p>Ist das blau?</p><img src="@@PLUGINFILE@@/ein%20bild.png" alt="Ein blaues Feld">]]></text>
      <file name="ein bild.png" encoding="base64">${png.toString('base64')}</file></questiontext>
      <answer fraction="100"><text>true</text></answer><answer fraction="0"><text>false</text></answer></question></quiz>`
    const { id, report } = await send('fragen.xml', moodle)
    expect(report).toEqual([{ name: 'Blau', outcome: 'converted' }])
    expect(await elementsOf(id)).toMatchObject([
      { type: 'media', data: { picture: { alt: 'Ein blaues Feld', asset: expect.stringMatching(/webp$/) } } },
      { type: 'true_false' },
    ])
  })
})

test('recordings of a package are heard, and say nothing of who made them', async () => {
  const frames = Buffer.alloc(2000, 0x55)
  for (let at = 0; at < 2000; at += 417) Buffer.from([0xff, 0xfb, 0x90, 0x44]).copy(frames, at)
  const mp3 = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x0ePetra Beispiel'), frames])
  const sentences = [
    { text: 'Der Hund bellt.', sample: [{ path: 'audios/a.mp3' }] },
    { text: 'Die Katze schläft.', sample: [{ path: 'audios/b.mp3' }] },
  ]
  const dictation = { library: 'H5P.Dictation 1.1', params: { taskDescription: 'Schreib mit.', sentences } }
  const heard = { library: 'H5P.Audio 1.5', params: { files: [{ path: 'audios/a.mp3' }] } }
  const bytes = zipSync({
    'h5p.json': strToU8(JSON.stringify({ mainLibrary: 'H5P.QuestionSet', title: 'Hören' })),
    'content/content.json': strToU8(JSON.stringify({ questions: [heard, dictation] })),
    'content/audios/a.mp3': mp3,
    'content/audios/b.mp3': strToU8('no recording'),
  })
  const { id, report } = await send('hoeren.h5p', bytes)
  expect(report.at(-1)).toEqual({ name: 'audios/b.mp3', outcome: 'skipped', reason: 'sound' })
  const sound = expect.stringMatching(/^unit\/.+\.mp3$/)
  const elements = await elementsOf(id)
  expect(elements).toMatchObject([
    { type: 'audio', data: { sound } },
    { type: 'dictation', data: { sentences: [{ text: 'Der Hund bellt.', sound }, { sound: '' }] } },
  ])
  const name = elements[0]?.data.sound?.split('/').at(-1)
  const stored = await fetch(`${app.base}/api/v3/unit-assets?name=${name}`)
  expect(stored.headers.get('content-type')).toBe('audio/mpeg')
  expect(Buffer.from(await stored.arrayBuffer()).equals(frames)).toBe(true)
  // What was recorded is not sent as text, which is the answer.
  const shown = await author.client.api('GET', `/v3/units/practice/${id}`)
  expect(shown.text).not.toContain('Der Hund bellt')
  expect(shown.text).toContain('Die Katze schläft')
  const publish = await author.client.api('POST', `/v3/units/${id}/publish`)
  expect(Object.keys(publish.json<{ error: { fields: object } }>().error.fields)[0]).toMatch(/transcript$/)
})

describe('what is heard in a unit', () => {
  const frames = (sign: number) => {
    const bytes = Buffer.alloc(2000, sign)
    for (let at = 0; at < 2000; at += 417) Buffer.from([0xff, 0xfb, 0x90, 0x44]).copy(bytes, at)
    return bytes
  }

  async function giveSound(sign: number): Promise<string> {
    const value = { fileName: 'a.mp3', mediaType: 'audio/mpeg', body: frames(sign) }
    const { body, contentType } = multipart([{ name: 'file', value }])
    const answer = await author.client.api('POST', '/v3/unit-assets?world=de', body, {
      'Content-Type': contentType,
    })
    expect(answer.status, answer.text).toBe(201)
    return answer.json<{ asset: string }>().asset
  }

  test('goes out with its bytes in each format and comes back as the same exercise', async () => {
    const [said, ship, sheep] = await Promise.all([0x55, 0x56, 0x57].map(giveSound))
    const shared = { points: 1, right: '', wrong: '' }
    const options = [`![](${ship}) ship`, `![](${sheep}) sheep`].map((text, at) => ({
      ...{ id: 'ab'[at], text, weight: 1 - at, feedback: '' },
    }))
    const elements = [
      {
        ...shared,
        id: 'e1',
        type: 'audio',
        points: 0,
        prompt: '',
        data: { sound: said, transcript: '<p>A ship.</p>' },
      },
      {
        ...shared,
        id: 'e2',
        type: 'choice',
        prompt: '<p>Which?</p>',
        data: { isMulti: false, policy: 'net', options },
      },
    ]
    const { id } = (await author.client.api('POST', '/v3/units', { title: 'Hören' })).json<{ id: number }>()
    const { revision } = (await author.client.api('GET', `/v3/units/${id}`)).json<{ revision: number }>()
    const content = { title: 'Hören', pages: [{ id: 'p1', title: '', elements }] }
    const saved = await author.client.api('PUT', `/v3/units/${id}`, { revision, content })
    expect(saved.status, saved.text).toBe(200)
    const ways = [
      ['hoeren.xml', 'export?format=moodle&world=de'],
      ['hoeren.zip', 'qti?world=de'],
      ['hoeren-2.zip', 'qti?version=2.2&world=de'],
      ['hoeren.h5p', 'h5p?world=de'],
    ] as const
    for (const [name, address] of ways) {
      const file = await author.client.get(`/api/v3/units/${id}/${address}`)
      expect(file.status).toBe(200)
      const made = await send(name, file.body)
      expect(
        made.report.map((line) => (line as { outcome: string }).outcome),
        name,
      ).not.toContain('skipped')
      const came = await elementsOf(made.id)
      expect(
        came.map(({ type, data }) => [type, withoutPolicy(data)]),
        name,
      ).toEqual(elements.map(({ type, data }) => [type, withoutPolicy(data)]))
      // It can be played at once: nothing of it is missing.
      expect((await author.client.api('POST', `/v3/units/${made.id}/publish`)).status, name).toBe(200)
    }
  })

  /** One answer is right or wrong; how several would share is the format's own. */
  const withoutPolicy = ({ policy: _policy, ...data }: Record<string, unknown>) => data
})

describe('what is collected', () => {
  type Element = { type: string; data: object }
  const element = { prompt: '<p>Sieh hin.</p>', points: 1, right: '', wrong: '' }
  const question = {
    type: 'choice',
    data: {
      ...{ isMulti: false, policy: 'net' },
      options: ['ja', 'nein'].map((text, at) => ({ id: 'ab'[at], text, weight: 1 - at, feedback: '' })),
    },
  }
  const picture = (asset: string) => ({
    type: 'media',
    data: { picture: { asset, alt: 'Eine Farbe' }, caption: '' },
  })

  async function give(person: Person, bytes: Buffer): Promise<string> {
    const value = { fileName: 'a', mediaType: 'application/octet-stream', body: bytes }
    const { body, contentType } = multipart([{ name: 'file', value }])
    const headers = { 'Content-Type': contentType }
    const answer = await person.client.api('POST', '/v3/unit-assets?world=de', body, headers)
    expect(answer.status, answer.text).toBe(201)
    return answer.json<{ asset: string }>().asset
  }
  const givePicture = async (person: Person, background: string) =>
    give(
      person,
      await sharp({ create: { width: 9, height: 9, channels: 3, background } })
        .png()
        .toBuffer(),
    )
  const giveVideo = (person: Person, mark: string) => give(person, Buffer.concat([mp4, Buffer.from(mark)]))

  async function write(person: Person, id: number, elements: Element[]): Promise<void> {
    const { revision } = (await person.client.api('GET', `/v3/units/${id}`)).json<{ revision: number }>()
    const all = elements.map((each, at) => ({ ...element, ...each, id: `e${at}` }))
    const content = { title: 'Farben', pages: [{ id: 'p1', title: '', elements: all }] }
    const answer = await person.client.api('PUT', `/v3/units/${id}`, { revision, content })
    expect(answer.status, answer.text).toBe(200)
  }
  async function make(person: Person, elements: Element[], isPublished = false): Promise<number> {
    const made = await person.client.api('POST', '/v3/units', { title: 'Farben' })
    const { id } = made.json<{ id: number }>()
    await write(person, id, elements)
    if (isPublished) {
      const answer = await person.client.api('POST', `/v3/units/${id}/publish`)
      expect(answer.status, answer.text).toBe(200)
    }
    return id
  }

  /** Files of a member by where they stand, and one of each kind that stands nowhere. */
  async function fill(person: Person, shade: string) {
    const [field, within, version, room, old, young] = await Promise.all(
      ['00', '30', '60', '90', 'c0', 'f0'].map((part) => givePicture(person, `#${shade}${part}22`)),
    )
    const used = { field: field ?? '', within: within ?? '', version: version ?? '', room: room ?? '' }
    const video = await giveVideo(person, `shown ${shade}`)
    const oldVideo = await giveVideo(person, `unused ${shade}`)
    const card = { front: `![Eine Farbe](${used.within}) Wie heißt sie?`, back: 'Rot', tip: '' }
    const film = {
      video,
      captions: [],
      moments: [
        {
          id: 'm1',
          at: 1,
          text: 'Was?',
          options: [
            { id: 'a', text: 'dies', isRight: true },
            { id: 'b', text: 'das', isRight: false },
          ],
        },
      ],
    }
    await make(person, [
      picture(used.field),
      { type: 'flashcards', data: { isTyped: false, cards: [card] } },
      { type: 'video_quiz', data: film },
    ])
    await write(person, await make(person, [picture(used.version), question], true), [question])
    const unitId = await make(person, [picture(used.room), question], true)
    const made = await person.client.api('POST', '/v3/rooms', { unitId })
    expect(made.status, made.text).toBe(201)
    const roomId = made.json<{ id: number }>().id
    expect((await person.client.api('DELETE', `/v3/units/${unitId}`)).status).toBe(200)
    const unused = [old ?? '', oldVideo]
    return { ...used, roomId, used: [...Object.values(used), video], unused, young: young ?? '' }
  }

  const age = (assets: readonly string[]) =>
    sql`update unit_asset set created_at = now() - interval '31 days'
      where hash = any(${assets.map((asset) => asset.split(/[/.]/).at(-2) ?? '')})`.execute(app.deps.db)
  const isThere = async (asset: string) => (await app.deps.storage.size(asset)) !== undefined

  test('each night is what is old and stands nowhere: no field, text, version or room', async () => {
    const files = await fill(author, '11')
    await age([...files.used, ...files.unused])
    await collectPictures(app.deps)
    await collectPictures(app.deps)
    for (const asset of [...files.used, files.young])
      expect([asset, await isThere(asset)]).toEqual([asset, true])
    for (const asset of files.unused) expect([asset, await isThere(asset)]).toEqual([asset, false])
    // What only a room showed goes in the night after it.
    expect((await author.client.api('DELETE', `/v3/rooms/${files.roomId}`)).status).toBe(200)
    await collectPictures(app.deps)
    expect(await isThere(files.room)).toBe(false)
    for (const asset of files.used.filter((each) => each !== files.room))
      expect([asset, await isThere(asset)]).toEqual([asset, true])
  })

  test('after an erasure is what nobody else shows', async () => {
    const leaver = await member(app, 'package-leaver', { isSeller: true })
    const files = await fill(leaver, '22')
    const shared = await givePicture(leaver, '#123456')
    await make(author, [picture(shared)])
    const given = await givePicture(leaver, '#654321')
    expect(await givePicture(author, '#654321')).toBe(given)
    await sql`update account set disabled_at = now(), erase_at = now() - interval '1 second'
      where id = ${leaver.id}`.execute(app.deps.db)
    await eraseAccounts(app.deps)
    const { rows } = await sql<{ data: { hashes: string[] } }>`
      select data from jobs.job where name = 'collect_unit_pictures'`.execute(app.deps.db)
    for (const { data } of rows) await collectPictures(app.deps, data)
    // Who may play a published version goes on with it.
    for (const asset of [shared, given, files.version])
      expect([asset, await isThere(asset)]).toEqual([asset, true])
    const gone = files.used.filter((asset) => asset !== files.version)
    for (const asset of [...gone, ...files.unused, files.young])
      expect([asset, await isThere(asset)]).toEqual([asset, false])
  })
})
