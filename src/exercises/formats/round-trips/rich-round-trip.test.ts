import { expect, test } from 'vitest'
import type { ElementMedia } from '#exercises/model/media/element-media.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import { contentSchema, type UnitContent, usualPoints } from '#exercises/model/unit.ts'
import { h5pFiles } from '../h5p/export-h5p.ts'
import { importH5p } from '../h5p/import-h5p.ts'
import type { Imported } from '../incoming/imported.ts'
import { importCsv, importMoodle } from '../incoming/imports.ts'
import { exportUnit } from '../outgoing/exports.ts'
import { plainerOutside } from '../outgoing/omitted.ts'
import { qtiFiles } from '../qti/export-qti.ts'
import { qti22Files } from '../qti/export-qti22.ts'
import { importQti } from '../qti/import-qti.ts'

const [tower, tree] = ['a', 'b'].map((sign) => `unit/${sign}${sign}/${sign.repeat(64)}.webp`)
const song = `unit/cc/${'c'.repeat(64)}.mp3`
const film = `unit/dd/${'d'.repeat(64)}.mp4`
const shown = (asset: string | undefined, alt: string) => `<img asset="${asset}" alt="${alt}">`
const seen: ElementMedia = { asset: tower ?? '', kind: 'picture', alt: 'ein "Turm" & mehr', transcript: '' }
const heard: ElementMedia = {
  asset: song,
  kind: 'sound',
  alt: '',
  transcript: '<p>Tock, <br>tick &amp; tock</p>',
}

interface Row {
  type: string
  f: Readonly<Record<string, string>>
  prompt?: string
  media?: ElementMedia
}
const unit = (rows: readonly Row[]): UnitContent => {
  const elements = rows.map(({ type, f, prompt = '', media }, at) => {
    const row = typeOf(type)
    const data = row?.schema.parse(row.fromTyped(f))
    return {
      id: `e${at}`,
      type,
      prompt,
      points: usualPoints(type, data),
      right: '',
      wrong: '',
      hint: '',
      media,
      data,
    }
  })
  return contentSchema.parse({ title: 'Bilder', pages: [{ id: 'p1', elements }] })
}
const choice = { type: 'choice', f: { options: '* ja\nnein', policy: 'weighted', isMulti: 'on' } }
const info = {
  type: 'info',
  f: { text: `Lies.\n\n![ein Turm](${tower})\n\nUnd ![ein Baum](${tree}) hier.` },
}
const prompts = [
  `<p>Was zeigt ${shown(tower, 'ein Bild')} hier?</p>`,
  `<p>${shown(tower, 'ein &quot;Turm&quot;')}</p><p>Was ist das?</p>`,
  `<p>Zwei:</p><ul><li>${shown(tower, 'eins')}</li><li>${shown(tree, 'zwei')}</li></ul><p>${shown(tower, 'noch einmal')}</p>`,
]

/** Names of files are others after the way; what they hold is told by the name of the package. */
function back(found: Imported | string) {
  if (typeof found === 'string') throw new Error(found)
  let text = JSON.stringify(found.pages.flatMap((page) => page.elements))
  for (const { key, name } of found.files) {
    const [, hash = '', ending = ''] = /([0-9a-f]{64})\.([a-z0-9]+)$/.exec(name) ?? []
    text = text.replaceAll(key, `unit/${hash.slice(0, 2)}/${hash}.${ending === 'jpg' ? 'webp' : ending}`)
  }
  return { elements: JSON.parse(text) as Omit<UnitContent['pages'][0]['elements'][0], 'id'>[], found }
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
  const held = [...exported.pictures, ...exported.sounds].map((asset) => asset.slice(8))
  const read = (path: string) =>
    /^(pictures|sounds)\//.test(path) && held.includes(path.split('/')[1] ?? '') ? bytes : undefined
  return { ...back(importQti(texts, 'x', read)), ...exported }
}
function h5p(content: UnitContent) {
  const exported = h5pFiles(content, 'de', () => ({ width: 9, height: 9 }))
  const head = JSON.parse(exported.files['h5p.json'] ?? '')
  const params = JSON.parse(exported.files['content/content.json'] ?? '')
  const read = (path: string) => (/^(images|audios)\/[0-9a-f]{64}\.\w+$/.test(path) ? bytes : undefined)
  return {
    ...back(importH5p({ library: head.mainLibrary, title: head.title, content: params }, read)),
    ...exported,
  }
}
const trips = { moodle, qti: qti(qtiFiles), 'qti 2.2': qti(qti22Files) }
const formats = ['moodle', 'qti', 'qti 2.2'] as const

test.each(formats)(
  '%s: pictures in the words of a question, and what belongs to it, come back in their places',
  (format) => {
    const content = unit([
      ...prompts.map((prompt) => ({ ...choice, prompt })),
      { ...choice, prompt: '<p>Was ist das?</p>', media: seen },
      { ...choice, prompt: prompts[1] ?? '', media: heard },
      {
        type: 'gap_text',
        f: { gapText: `Es ![ein Baum](${tree}) *regnet*.` },
        prompt: prompts[0] ?? '',
        media: seen,
      },
      { type: 'essay', f: { min: '0', max: '2000' }, prompt: prompts[2] ?? '', media: heard },
      ...(format === 'moodle' ? [info] : []),
    ])
    const { elements, found, leftOut, plainer } = trips[format](content)
    expect([leftOut, plainer]).toEqual([[], []])
    expect(new Set(found.report.map(({ outcome }) => outcome))).toEqual(new Set(['converted']))
    const sent = content.pages.flatMap((page) => page.elements)
    expect(elements.map(({ type }) => type)).toEqual(sent.map(({ type }) => type))
    for (const [at, { prompt, media, data }] of sent.entries()) {
      expect(elements[at]?.prompt).toBe(prompt)
      expect(elements[at]?.media).toEqual(media)
      if (sent[at]?.type !== 'choice') expect(elements[at]?.data).toEqual(data)
    }
  },
)

test.each(formats)(
  '%s: what stands by itself before a question stays so, also before one with a picture of its own',
  (format) => {
    const content = unit([
      { type: 'media', f: { picture: tree ?? '', alt: 'ein Baum', caption: '' } },
      { ...choice, prompt: prompts[0] ?? '', media: seen },
    ])
    const { elements } = trips[format](content)
    expect(elements.map(({ type, media }) => [type, media?.asset])).toEqual([
      ['media', undefined],
      ['choice', tower],
    ])
  },
)

test('files of others: pictures between words, in lists and tables stay there, others stand before the question', () => {
  const file = '<file name="a.png" path="/" encoding="base64">AAAA</file>'
  const ask = (html: string, kind = 'essay', outcome = 'converted') => {
    const answers = kind === 'truefalse' ? '<answer fraction="100"><text>true</text></answer>' : ''
    const text = `<questiontext format="html"><text><![CDATA[${html}]]></text>${file}</questiontext>`
    const sent = `<quiz><question type="${kind}"><name><text>n</text></name>${text}${answers}</question></quiz>`
    const { elements, found } = back(importMoodle(sent, 'x'))
    expect(found.report.map((line) => line.outcome)).toEqual([outcome])
    return elements.map(({ type, prompt }) =>
      `${type} ${prompt.replace(/asset="[^"]*"/, 'asset="a"')}`.trim(),
    )
  }
  const img = '<img src="@@PLUGINFILE@@/a.png" alt="A" width="9" class="img-fluid">'
  const inside = '<img asset="a" alt="A">'
  expect(ask(`<p>Was zeigt ${img} hier?</p>`)).toEqual([`essay <p>Was zeigt ${inside} hier?</p>`])
  expect(ask(`<table><tr><td>${img}</td></tr></table>`)).toEqual([
    `essay <table><tr><td>${inside}</td></tr></table>`,
  ])
  expect(ask(`<p>Was ist das?</p><p>${img}</p>`)).toEqual(['media', 'essay <p>Was ist das?</p>'])
  expect(ask(`<p>${img}Was ist das?</p>`)).toEqual(['media', 'essay <p>Was ist das?</p>'])
  // The question is the statement, which is plain words: nothing is lost.
  expect(ask(`<p>Ist ${img} groß?</p>`, 'truefalse')).toEqual(['media', 'true_false'])
  const foreign = '<p>Was zeigt <img src="https://evil.example/a.png"> hier?</p>'
  expect(ask(foreign, 'essay', 'simplified')).toEqual(['essay <p>Was zeigt  hier?</p>'])
})

test('H5P has pictures of words before the task, and what belongs to it in its own field; formats of plain words say what they show, and the desk names the task', () => {
  const content = unit([
    { ...choice, f: { ...choice.f, policy: 'net' }, prompt: prompts[0] ?? '', media: heard },
    { ...choice, f: { ...choice.f, policy: 'net' }, prompt: '<p>Was?</p>', media: seen },
    choice,
  ])
  const { elements, plainer } = h5p(content)
  expect(plainer).toEqual([])
  expect(elements.map(({ type }) => type)).toEqual(['media', 'choice', 'choice'])
  expect(elements.map(({ media }) => media)).toEqual([undefined, heard, seen])
  expect(elements[1]?.prompt).not.toContain('<img')
  const named = Object.fromEntries(plainerOutside(content).map(({ format, ids }) => [format, ids]))
  expect(named).toEqual({ gift: ['e0', 'e1'] })
  const gift = exportUnit(content, 'gift').text
  expect(gift).toContain('Was zeigt ein Bild hier?')
  expect(gift).not.toMatch(/<img|unit\//)
})

test('our table brings all of it back', () => {
  const content = unit([
    { ...choice, prompt: prompts[2] ?? '', media: seen },
    { ...choice, prompt: '<p>Was?</p>', media: heard },
    { ...choice, prompt: '<p>Was?</p>', media: { ...heard, asset: film, kind: 'video', alt: 'Film' } },
    { ...choice, prompt: '<p>Was?</p>', media: { ...heard, asset: film } },
  ])
  const { elements } = back(importCsv(exportUnit(content, 'csv').text, 'x'))
  const sent = content.pages.flatMap((page) => page.elements)
  expect(elements).toEqual(sent.map(({ id: _id, ...rest }) => rest))
})

test('a file that does not go along leaves no trace but its words', () => {
  const content = unit([{ ...choice, prompt: prompts[0] ?? '', media: seen }])
  const texts = [
    exportUnit(content, 'moodle', () => undefined).text,
    JSON.stringify(qtiFiles(content, () => undefined).files),
    JSON.stringify(h5pFiles(content, 'de').files),
  ]
  for (const text of texts) expect(text).not.toMatch(/<img|H5P\.Image|a{64}|unit\//)
})
