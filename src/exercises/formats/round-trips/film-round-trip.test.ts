import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { captionsFile, transcriptIn } from '#exercises/model/media/caption-files.ts'
import { readCaptions } from '#exercises/model/media/captions.ts'
import type { ElementMedia } from '#exercises/model/media/element-media.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import { cleanHtml } from '#exercises/model/text/clean-html.ts'
import { htmlOfTyped, textOfHtml } from '#exercises/model/text/rich-text.ts'
import { contentSchema, type UnitContent, usualPoints } from '#exercises/model/unit.ts'
import { h5pFiles } from '../h5p/export-h5p.ts'
import { importH5p } from '../h5p/import-h5p.ts'
import type { Imported } from '../incoming/imported.ts'
import { importMoodle } from '../incoming/imports.ts'
import { exportUnit } from '../outgoing/exports.ts'
import { leftOutOf, plainerOutside } from '../outgoing/omitted.ts'
import { qtiFiles } from '../qti/export-qti.ts'
import { qti22Files } from '../qti/export-qti22.ts'
import { importQti } from '../qti/import-qti.ts'

const named = (sign: string, ending: string) => `unit/${sign}${sign}/${sign.repeat(64)}.${ending}`
const timed: ElementMedia = {
  asset: named('d', 'mp4'),
  kind: 'video',
  alt: 'Der "Film" & mehr',
  transcript: htmlOfTyped('0:01.5 | Guten Tag, "Anna" los\n0:05 | Tschüs & *bis* bald'),
}
const read: ElementMedia = {
  asset: named('e', 'webm'),
  kind: 'video',
  alt: 'Versuch',
  transcript: '<p>Erst <strong>Säure</strong>,<br>dann Wasser.</p><p>Nie &lt;umgekehrt&gt;!</p>',
}
const bare: ElementMedia = { asset: named('d', 'mp4'), kind: 'video', alt: '', transcript: '' }
/** As Safari records. */
const heard: ElementMedia = {
  asset: named('c', 'mp4'),
  kind: 'sound',
  alt: 'Glocke & "Gong"',
  transcript: '<p>Gong</p>',
}
const seen: ElementMedia = { asset: named('a', 'webp'), kind: 'picture', alt: 'ein Turm', transcript: '' }

interface Row {
  type: string
  f: Readonly<Record<string, string>>
  prompt?: string
  media?: ElementMedia
}
const unit = (rows: readonly Row[]): UnitContent => {
  const elements = rows.map(({ type, f, prompt = '', media }, at) => {
    const data = typeOf(type)?.schema.parse(typeOf(type)?.fromTyped(f))
    const rest = { right: '', wrong: '', points: usualPoints(type, data) }
    return { id: `e${at}`, type, prompt, media, data, ...rest }
  })
  return contentSchema.parse({ title: 'Filme', pages: [{ id: 'p1', elements }] })
}
const prompt = '<p>Was siehst du?</p>'
const choice = (policy: string): Row => ({
  type: 'choice',
  f: { options: '* ja\nnein', policy, isMulti: 'on' },
  prompt,
})
const essay: Row = { type: 'essay', f: { min: '0', max: '2000' }, prompt }
const gaps: Row = { type: 'gap_text', f: { gapText: 'Es *regnet*.' }, prompt }
const order: Row = { type: 'order', f: { ordered: 'eins\nzwei\ndrei', scoring: 'position' }, prompt }
const all = [timed, read, bare, heard, seen]

/** Names of files are others after the way; what they hold is told by the name of the package. */
function back(found: Imported | string) {
  if (typeof found === 'string') throw new Error(found)
  let text = JSON.stringify(found.pages.flatMap((page) => page.elements))
  for (const { key, name } of found.files) {
    const [, hash = '', ending = ''] = /([0-9a-f]{64})\.([a-z0-9]+)$/.exec(name) ?? []
    const own = { jpg: 'webp', m4a: 'mp4' }[ending] ?? ending
    text = text.replaceAll(key, `unit/${hash.slice(0, 2)}/${hash}.${own}`)
  }
  return {
    elements: JSON.parse(text) as Omit<UnitContent['pages'][0]['elements'][0], 'id'>[],
    report: found.report,
    kinds: found.files.map(({ kind }) => kind),
  }
}
const bytes = Buffer.from('bytes')

function moodle(content: UnitContent) {
  const exported = exportUnit(content, 'moodle', () => bytes.toString('base64'))
  return { ...back(importMoodle(exported.text, 'x')), ...exported }
}
const qti = (write: typeof qtiFiles) => (content: UnitContent) => {
  const exported = write(content, () => ({ width: 9, height: 9 }))
  const texts = Object.entries(exported.files)
    .filter(([name]) => name.startsWith('items/'))
    .map(([name, text]) => ({ name, text }))
  // Every file of the package is in its manifest, and nothing else is.
  const [manifest = '', ...others] = Object.values(exported.files)
  const inManifest = new Set([...manifest.matchAll(/<file href="([^"]*)"/g)].map(([, href]) => href))
  const paths = new Set(others.join().match(/(?:pictures|sounds|videos)\/[^"]+/g) ?? [])
  for (const path of paths) expect(inManifest).toContain(path)
  for (const name of Object.keys(exported.files).slice(1)) expect(inManifest).toContain(name)
  const at = (path: string) => {
    const text = exported.files[path]
    return text === undefined ? (paths.has(path) ? bytes : undefined) : Buffer.from(text)
  }
  return { ...back(importQti(texts, 'x', at)), ...exported }
}
function h5p(content: UnitContent) {
  const exported = h5pFiles(content, 'de', () => ({ width: 9, height: 9 }))
  const head = JSON.parse(exported.files['h5p.json'] ?? '')
  const params = JSON.parse(exported.files['content/content.json'] ?? '')
  const at = (path: string) => {
    const text = exported.files[`content/${path}`]
    if (text !== undefined) return Buffer.from(text)
    return /^(images|audios|videos)\/[0-9a-f]{64}\.\w+$/.test(path) ? bytes : undefined
  }
  const libraries: string[] = head.preloadedDependencies.map(
    (each: { machineName: string }) => each.machineName,
  )
  const found = importH5p({ library: head.mainLibrary, title: head.title, content: params }, at)
  return { ...back(found), ...exported, libraries }
}
const trips = { moodle, qti: qti(qtiFiles), 'qti 2.2': qti(qti22Files), h5p }

test.each(['moodle', 'qti', 'qti 2.2', 'h5p'] as const)(
  '%s: what belongs to a task comes back with its file, its name and what is heard',
  (format) => {
    const rows = [choice(format === 'h5p' ? 'net' : 'weighted'), essay, gaps]
    const content = unit(all.flatMap((media) => rows.map((row) => ({ ...row, media }))))
    const { elements, report, kinds, leftOut, plainer } = trips[format](content)
    expect([leftOut, plainer]).toEqual([[], []])
    expect(new Set(report.map(({ outcome }) => outcome))).toEqual(new Set(['converted']))
    expect(new Set(kinds)).toEqual(new Set(['video', 'sound', 'picture']))
    const sent = content.pages.flatMap((page) => page.elements)
    expect(elements.map(({ type, media }) => [type, media])).toEqual(
      sent.map(({ type, media }) => [type, media]),
    )
    expect(elements.map((each) => each.prompt)).toEqual(sent.map((each) => each.prompt))
  },
)

test('H5P: libraries with a field for it have it there, others behind a video of its own', () => {
  const rows: Row[] = [
    { type: 'true_false', f: { statements: '* Es regnet.\nEs schneit.' }, media: timed },
    { type: 'gap_drag', f: { gapText: 'Es *regnet*.', distractors: '' }, prompt, media: read },
    { type: 'mark_words', f: { markedText: 'Es *regnet* heute' }, prompt, media: timed },
    { ...order, media: seen },
    { type: 'flashcards', f: { cards: 'Hund | dog', isTyped: '' }, media: timed },
    { type: 'info', f: { text: 'Lies.' }, media: read },
  ]
  const content = unit(rows)
  const { elements, files, libraries, plainer } = h5p(content)
  const text = files['content/content.json'] ?? ''
  expect(text.match(/"media":{"type":{"library":"H5P\.(Video 1\.6|Image 1\.1)"/g)).toHaveLength(4)
  expect(text.match(/"library":"H5P\.Video 1\.6"/g)).toHaveLength(5)
  expect(libraries).toEqual(expect.arrayContaining(['H5P.Video', 'H5P.Image', 'H5P.TrueFalse']))
  expect(plainer).toEqual([])
  const above = elements.map(({ type, media }) => [type, media])
  expect(above).toEqual([
    ['true_false', timed],
    ['true_false', undefined],
    ['gap_drag', read],
    ['mark_words', timed],
    ['order', seen],
    ['flashcards', timed],
    ['info', read],
  ])
})

test('players elsewhere get captions where lines have times, and words where they have none', () => {
  const content = unit([
    { ...choice('weighted'), media: timed },
    { ...essay, media: read },
  ])
  const { files } = qtiFiles(content, () => undefined)
  const track = files['videos/e0.vtt'] ?? ''
  expect(track.split('\n').slice(0, 4)).toEqual([
    'WEBVTT',
    '',
    '00:00:01.500 --> 00:00:05.000',
    'Guten Tag, "Anna" los',
  ])
  expect(files['items/e0.xml']).toMatch(
    /<video src="\.\.\/videos\/d{64}\.mp4" controls="true" aria-label="Der/,
  )
  expect(files['items/e0.xml']).toContain('<track kind="captions" src="../videos/e0.vtt">')
  expect(files['items/e1.xml']).not.toContain('<track')
  const older = qti22Files(content, () => undefined).files
  expect(older['items/e0.xml']).toMatch(
    /<object type="video\/mp4" data="\.\.\/videos\/d{64}\.mp4" label="Der/,
  )
  expect(older['items/e1.xml']).toContain('<object type="video/webm"')
  expect(Object.keys(older).join()).not.toContain('.vtt')
  expect(older['imsmanifest.xml']).not.toContain('.vtt')
  const { text } = moodle(content)
  expect(text).toContain(`src="@@PLUGINFILE@@/${'d'.repeat(64)}.mp4" controls="true" data-part="media"`)
  expect(text).toContain(`<file name="${'d'.repeat(64)}.vtt" path="/" encoding="base64">`)
})

test('a video that does not go along leaves the task and no broken player; the desk names the task', () => {
  const content = unit([
    { ...choice('net'), media: timed },
    { ...choice('net'), media: seen },
  ])
  const goesAlong = (asset: string) => asset !== timed.asset
  const texts = [
    exportUnit(content, 'moodle', (asset) => (goesAlong(asset) ? 'AAAA' : undefined)).text,
    ...[qtiFiles, qti22Files].map((write) =>
      JSON.stringify(write(content, () => ({ width: 9, height: 9 }), goesAlong).files),
    ),
    JSON.stringify(h5pFiles(content, 'de', () => ({ width: 9, height: 9 }), goesAlong).files),
  ]
  for (const text of texts) expect(text).not.toMatch(/<video|<object|H5P\.Video|d{64}|\.vtt/)
  const byFormat = (found: ReturnType<typeof plainerOutside>) =>
    Object.fromEntries(found.map(({ format, ids }) => [format, ids]))
  const always = { gift: ['e0', 'e1'], aiken: ['e0', 'e1'] }
  expect(byFormat(plainerOutside(content, goesAlong))).toMatchObject({
    moodle: ['e0'],
    qti: ['e0'],
    h5p: ['e0'],
  })
  expect(byFormat(plainerOutside(content)).moodle).toBeUndefined()
  expect(always.gift).toEqual(byFormat(plainerOutside(content)).gift)
  const filmed = unit([
    { type: 'video_quiz', f: { video: timed.asset, captions: '', moments: '0:03 | Wie?\n* so\nanders' } },
  ])
  const left = (found: ReturnType<typeof leftOutOf>) => found.find(({ format }) => format === 'h5p')?.ids
  expect([left(leftOutOf(filmed)), left(leftOutOf(filmed, goesAlong))]).toEqual([undefined, ['e0']])
})

describe('files of others', () => {
  const vtt = 'WEBVTT\n\n1\n00:00:02.000 --> 00:00:04.000\nHallo | du\n'
  const words = htmlOfTyped('0:02 | Hallo \\| du')

  test('Moodle: a video in a question belongs to it; a second one, and one that is elsewhere, is said to be lost', () => {
    const ask = (html: string, kind = 'essay') => {
      const files = [
        ['film.mp4', 'AAAA'],
        ['film 2.webm', 'AAAA'],
        ['de.vtt', Buffer.from(vtt).toString('base64')],
      ].map(([name, base64]) => `<file name="${name}" encoding="base64">${base64}</file>`)
      const text = `<questiontext format="html"><text><![CDATA[${html}]]></text>${files.join('')}</questiontext>`
      const sent = `<quiz><question type="${kind}"><name><text>Mein Film</text></name>${text}</question></quiz>`
      const found = importMoodle(sent, 'x')
      if (typeof found === 'string') throw new Error(found)
      return { found, elements: found.pages.flatMap((page) => page.elements) }
    }
    const source = (name: string, more = '') =>
      `<video controls="true" title="Titel"><source src="@@PLUGINFILE@@/${name}" type="video/mp4">${more}${name}</video>`
    const track = '<track src="@@PLUGINFILE@@/de.vtt" kind="captions" srclang="de">'
    const one = ask(`<p>Was geschieht?</p><p>${source('film.mp4', track)}</p>`)
    expect(one.found.report).toEqual([{ name: 'Mein Film', outcome: 'converted' }])
    expect(one.elements).toMatchObject([
      {
        type: 'essay',
        prompt: '<p>Was geschieht?</p>',
        media: { asset: one.found.files[0]?.key, kind: 'video', alt: 'Titel', transcript: words },
      },
    ])
    const two = ask(`${source('film.mp4')}<p>Und?</p>${source('film%202.webm')}`)
    expect(two.elements[0]?.media?.asset).toBe(two.found.files[0]?.key)
    expect(two.found.report[0]).toMatchObject({ outcome: 'simplified', reason: 'media' })
    const elsewhere = ask('<p>Und?</p><video src="https://video.example/a.mp4"></video>')
    expect(elsewhere.elements[0]?.media).toBeUndefined()
    expect(elsewhere.elements[0]?.prompt).toBe('<p>Und?</p>')
    expect(elsewhere.found.report[0]?.reason).toBe('media')
    const open = ask('<p>Und?</p><video src="@@PLUGINFILE@@/film.mp4">')
    expect(open.elements[0]).toMatchObject({ prompt: '<p>Und?</p>', media: { kind: 'video', alt: '' } })
    const alone = ask(source('film.mp4'), 'description')
    expect(alone.elements).toMatchObject([
      { type: 'info', data: { html: '<p>Titel</p>' }, media: { kind: 'video', alt: 'Titel' } },
    ])
  })

  test('QTI: a video in an item belongs to its question, in each way of writing it', () => {
    const ask = (body: string) => {
      const question = '<extendedTextInteraction responseIdentifier="R"/>'
      const text = `<assessmentItem identifier="i" title="Mein Film"><itemBody>${body}${question}</itemBody></assessmentItem>`
      const at = (path: string) =>
        path === 'media/de.vtt' ? Buffer.from(vtt) : /^media\/a\.(mp4|webm)$/.test(path) ? bytes : undefined
      const found = importQti([{ name: 'items/i.xml', text }], 'x', at)
      if (typeof found === 'string') throw new Error(found)
      const [only, ...others] = found.pages.flatMap((page) => page.elements)
      expect(others).toEqual([])
      return { entry: found.report[0], only }
    }
    const film = { kind: 'video', asset: expect.stringMatching(/^unit\/.+\.(mp4|webm)$/) }
    for (const tag of [
      '<video src="../media/a.mp4" controls="true"/>',
      '<video><source src="../media/a.webm" type="video/webm"/></video>',
      '<object type="video/mp4" data="../media/a.mp4" width="320"/>',
    ]) {
      const { entry, only } = ask(`<p>Was?</p><div>${tag}</div>`)
      expect([entry?.outcome, only?.media]).toEqual(['converted', { ...film, alt: '', transcript: '' }])
      expect(textOfHtml(only?.prompt ?? '')).toBe('Was?')
    }
    const captioned = ask(
      '<video src="../media/a.mp4"><track src="../media/de.vtt" kind="captions"/></video>',
    )
    expect(captioned.only?.media?.transcript).toBe(words)
    expect(ask('<p>Was?</p><video src="../media/gone.mp4"/>').entry?.reason).toBe('media')
  })

  test('H5P: the picture, recording or video of a question is its own; a video between tasks goes to the next one', () => {
    const at = (path: string) =>
      path === 'files/de.vtt' ? Buffer.from(vtt) : /^[a-z]\.(png|mp3|mp4)$/.test(path) ? bytes : undefined
    const inColumn = (contents: readonly object[]) => {
      const content = { content: contents.map((each) => ({ content: each })) }
      const found = importH5p({ library: 'H5P.Column', title: 'x', content }, at)
      return { found, elements: found.pages.flatMap((page) => page.elements) }
    }
    const answers = [
      { text: 'ja', correct: true },
      { text: 'nein', correct: false },
    ]
    const asked = (media?: object) => ({
      library: 'H5P.MultiChoice 1.16',
      params: { ...(media && { media: { type: media } }), question: 'Was?', answers },
    })
    const image = (path: string) => ({ library: 'H5P.Image 1.1', params: { file: { path }, alt: 'Bild' } })
    const video = (path: string, title = 'Der Film') => ({
      library: 'H5P.Video 1.6',
      params: { sources: [{ path, mime: 'video/mp4' }], a11y: [{ track: { path: 'files/de.vtt' } }] },
      metadata: { title },
    })
    const audio = { library: 'H5P.Audio 1.5', params: { files: [{ path: 'a.mp3' }] } }
    const own = inColumn([asked(image('a.png')), asked(audio), asked(video('a.mp4')), asked()])
    expect(own.elements.map(({ type, media }) => [type, media?.kind, media?.alt])).toEqual([
      ['choice', 'picture', 'Bild'],
      ['choice', 'sound', ''],
      ['choice', 'video', 'Der Film'],
      ['choice', undefined, undefined],
    ])
    expect(own.elements[2]?.media?.transcript).toBe(words)
    const lost = inColumn([asked(image('gone.png')), asked(video('https://youtu.be/x'))])
    expect(lost.found.report.map(({ reason }) => reason)).toEqual(['pictures', 'media'])
    const loose = inColumn([
      video('a.mp4', 'Untitled Video'),
      asked(),
      video('a.mp4', 'Eins'),
      video('a.mp4', 'Zwei'),
      image('a.png'),
      video('a.mp4', 'Drei'),
      asked(image('a.png')),
      video('a.mp4', 'Untitled Video'),
    ])
    expect(
      loose.elements.map(({ type, media, data }) => [type, media?.alt, (data as { html?: string }).html]),
    ).toEqual([
      ['choice', '', undefined],
      ['info', 'Eins', '<p>Eins</p>'],
      ['info', 'Zwei', '<p>Zwei</p>'],
      ['media', undefined, undefined],
      ['info', 'Drei', '<p>Drei</p>'],
      ['choice', 'Bild', undefined],
      ['info', '', '<p>Untitled Video</p>'],
    ])
  })
})

test('any transcript comes back from a file of captions, and no note or cue is broken by it', () => {
  const line = fc.string({ unit: 'binary', maxLength: 40 })
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 7200 }), line), { maxLength: 6 }),
      line,
      (lines, more) => {
        const typed = [...lines.map(([at, text]) => `${at} | ${text}`), more].join('\n')
        const transcript = cleanHtml(htmlOfTyped(typed))
        const captions = readCaptions(textOfHtml(transcript))
        const file = captionsFile(captions, transcript)
        if (transcript) expect(transcriptIn(file)).toBe(transcript)
        // What a reader of such files finds.
        expect(readCaptions(file).map(({ at }) => at)).toEqual(captions.map(({ at }) => at))
      },
    ),
  )
})
