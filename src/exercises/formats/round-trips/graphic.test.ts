import { describe, expect, test } from 'vitest'
import { typeOf } from '#exercises/model/task/types.ts'
import { contentSchema } from '#exercises/model/unit.ts'
import { pictureSize } from '#platform/rules/files/picture-size.ts'
import { h5pFiles } from '../h5p/export-h5p.ts'
import { importH5p } from '../h5p/import-h5p.ts'
import { importMoodle } from '../incoming/imports.ts'
import { qtiFiles } from '../qti/export-qti.ts'
import { qti22Files } from '../qti/export-qti22.ts'
import { importQti } from '../qti/import-qti.ts'

/** The beginning of a PNG of 200 by 100 points. */
const png = Buffer.concat([
  Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
  Buffer.from([0, 0, 0, 200, 0, 0, 0, 100]),
  Buffer.alloc(20),
])

const background = `<file name="map.png" encoding="base64">${png.toString('base64')}</file>`
const question = (type: string, inner: string) =>
  `<quiz><question type="${type}"><name><text>Karte</text></name><questiontext format="html"><text><![CDATA[<p>Wohin?</p>]]></text></questiontext><defaultgrade>2</defaultgrade>${inner}</question></quiz>`
const drags = `<drag><no>1</no><text>Rom</text></drag><drag><no>2</no><text>Paris</text></drag><drag><no>3</no><text>Bern</text></drag>`

function only(found: ReturnType<typeof importMoodle>) {
  if (typeof found === 'string') throw new Error(found)
  const elements = found.pages.flatMap((page) => page.elements)
  expect(elements).toHaveLength(1)
  return { found, element: elements[0] }
}

describe('questions of Moodle on a picture', () => {
  test('whose words are dragged have places in percent', () => {
    const drops = `<drop><text></text><no>1</no><choice>2</choice><xleft>20</xleft><ytop>10</ytop></drop>
      <drop><text></text><no>2</no><choice>1</choice><xleft>190</xleft><ytop>90</ytop></drop>`
    const { found, element } = only(importMoodle(question('ddimageortext', background + drags + drops), 'x'))
    expect(found.report).toEqual([{ name: 'Karte', outcome: 'converted' }])
    expect(found.files).toMatchObject([{ kind: 'picture', name: '1. Karte/map.png' }])
    expect(element).toMatchObject({
      type: 'label_image',
      prompt: '<p>Wohin?</p>',
      points: 2,
      data: {
        picture: { asset: found.files[0]?.key, alt: '' },
        items: [{ text: 'Rom' }, { text: 'Paris' }, { text: 'Bern' }],
        zones: [
          { box: { x: 10, y: 10, width: 45, height: 30 }, accepts: ['ib'] },
          // What begins at the edge does not leave the picture.
          { box: { x: 95, y: 90, width: 5, height: 10 }, accepts: ['ia'] },
        ],
      },
    })
  })

  test('whose markers are set have circles, rectangles and outlines', () => {
    const drop = (shape: string, coords: string, choice: number) =>
      `<drop><no>1</no><shape>${shape}</shape><coords>${coords}</coords><choice>${choice}</choice></drop>`
    const drops = [
      drop('circle', '100,50;10', 1),
      drop('rectangle', '20,10;40,20', 2),
      drop('polygon', '0,0;20,0;20,50', 3),
    ]
    const { element } = only(importMoodle(question('ddmarker', background + drags + drops.join('')), 'x'))
    expect(element?.data).toMatchObject({
      zones: [
        { box: { x: 45, y: 40, width: 10, height: 20 } },
        { box: { x: 10, y: 10, width: 20, height: 20 } },
        { box: { x: 0, y: 0, width: 10, height: 50 } },
      ],
    })
  })

  test('without their picture, or with places nobody can read, are said to be left out', () => {
    for (const inner of [
      drags,
      `${background}${drags}<drop><shape>circle</shape><coords>,;x</coords><choice>1</choice></drop>`,
    ]) {
      const found = importMoodle(question('ddmarker', inner), 'x')
      expect(typeof found === 'string' ? found : found.report).toMatchObject([{ outcome: 'skipped' }])
    }
  })
})

const item = (declared: string, body: string) =>
  `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="Karte">
    <responseDeclaration identifier="RESPONSE" ${declared}</responseDeclaration>
    <itemBody><p>Wo?</p>${body}</itemBody>
    <responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/></assessmentItem>`
const object = '<object type="image/png" width="200" height="100" data="images/map.png">Eine Karte</object>'
const read = (text: string) =>
  only(
    importQti([{ name: 'items/a.xml', text }], 'x', (path) =>
      path === 'items/images/map.png' ? png : undefined,
    ),
  )

describe('questions of QTI on a picture', () => {
  test('to find a place of it', () => {
    const { found, element } = read(
      item(
        'cardinality="single" baseType="identifier"><correctResponse><value>B</value></correctResponse>',
        `<hotspotInteraction responseIdentifier="RESPONSE" maxChoices="1">${object}
          <hotspotChoice shape="circle" coords="100,50,10" identifier="A" hotspotLabel="Rom"/>
          <hotspotChoice shape="rect" coords="0,0,20,50" identifier="B" hotspotLabel="Bari"/></hotspotInteraction>`,
      ),
    )
    expect(found.report).toEqual([{ name: 'Karte', outcome: 'converted' }])
    expect(element).toMatchObject({
      type: 'hotspot',
      data: {
        picture: { asset: found.files[0]?.key, alt: 'Eine Karte' },
        isMulti: false,
        areas: [
          { label: 'Rom', shape: 'circle', isRight: false, box: { x: 45, y: 40, width: 10, height: 20 } },
          { label: 'Bari', shape: 'rect', isRight: true, box: { x: 0, y: 0, width: 10, height: 50 } },
        ],
      },
    })
  })

  test('to put words on it', () => {
    const { element } = read(
      item(
        'cardinality="multiple" baseType="directedPair"><correctResponse><value>R P1</value></correctResponse>',
        `<graphicGapMatchInteraction responseIdentifier="RESPONSE">${object}
          <gapText identifier="R" matchMax="1">Rom</gapText><gapText identifier="P" matchMax="1">Paris</gapText>
          <associableHotspot identifier="P1" matchMax="1" shape="rect" coords="0,0,100,50"/>
          <associableHotspot identifier="P2" matchMax="1" shape="poly" coords="100,50,200,50,200,100"/></graphicGapMatchInteraction>`,
      ),
    )
    expect(element).toMatchObject({
      type: 'label_image',
      data: {
        items: [{ text: 'Rom' }, { text: 'Paris' }],
        zones: [
          { accepts: ['ia'], box: { x: 0, y: 0, width: 50, height: 50 } },
          { accepts: [], box: { x: 50, y: 50, width: 50, height: 50 } },
        ],
      },
    })
  })
})

test.each([
  ['3', qtiFiles],
  ['2.2', qti22Files],
] as const)('QTI %s: places of a picture go out as QTI 3 and come back', (_version, write) => {
  const row = typeOf('hotspot')
  const asset = `unit/0a/${'a'.repeat(64)}.webp`
  const areas = '* Nordpol | 40, 0, 20, 20\nSüd & Pol | 40, 80, 20, 20'
  const data = row?.schema.parse(row.fromTyped({ picture: asset, alt: 'Die Erde', areas, isMulti: '' }))
  const shared = { prompt: '<p>Wo?</p>', points: 1, right: '', wrong: '', hint: '' }
  const element = { ...shared, id: 'e1', type: 'hotspot', data }
  const content = contentSchema.parse({ title: 'x', pages: [{ id: 'p1', title: '', elements: [element] }] })
  const { files, pictures, leftOut } = write(content, () => ({ width: 200, height: 100 }))
  expect([pictures, leftOut]).toEqual([[asset], []])
  const path = `pictures/${'a'.repeat(64)}.webp`
  expect(files['imsmanifest.xml']).toContain(path)
  const texts = [{ name: 'items/e1.xml', text: files['items/e1.xml'] ?? '' }]
  const { found, element: back } = only(importQti(texts, 'x', (name) => (name === path ? png : undefined)))
  expect(found.report).toEqual([{ name: 'Wo?', outcome: 'converted' }])
  const picture = { asset: found.files[0]?.key, alt: 'Die Erde' }
  expect(back).toMatchObject({ prompt: element.prompt, data: { ...(data as object), picture } })
  expect(qtiFiles(content, () => undefined).leftOut).toEqual(['e1'])
})

test('pictures say how large they are; what is cut off says nothing', () => {
  const bytes = (...all: number[]) => Uint8Array.from([...all, ...new Array(30).fill(0)])
  expect(pictureSize(png)).toEqual({ width: 200, height: 100 })
  expect(pictureSize(bytes(0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 44, 1, 100, 0))).toEqual({
    width: 300,
    height: 100,
  })
  const jpeg = bytes(0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8, 0, 100, 0, 200)
  expect(pictureSize(jpeg)).toEqual({ width: 200, height: 100 })
  for (let length = 0; length < 24; length += 1) expect(pictureSize(png.subarray(0, length))).toBeUndefined()
  expect(pictureSize(bytes(0xff, 0xd8, 0xff, 0xe0))).toBeUndefined()
})

describe('questions of QTI that answer with the picture itself', () => {
  test('a point of it is a place of it, whose name somebody has to give', () => {
    const areas = `cardinality="single" baseType="point"><areaMapping>
      <areaMapEntry shape="circle" coords="100,50,10" mappedValue="1"/>
      <areaMapEntry shape="rect" coords="0,0,20,50" mappedValue="0.5"/></areaMapping>`
    const { found, element } = read(
      item(areas, `<selectPointInteraction responseIdentifier="RESPONSE">${object}</selectPointInteraction>`),
    )
    expect(found.report).toEqual([{ name: 'Karte', outcome: 'simplified', reason: 'labels' }])
    expect(element?.data).toMatchObject({
      areas: [
        { shape: 'circle', isRight: true, box: { x: 45, y: 40, width: 10, height: 20 } },
        { shape: 'rect', isRight: false, box: { x: 0, y: 0, width: 10, height: 50 } },
      ],
    })
  })

  test('an order of its places is an order of their names, below it', () => {
    const found = importQti(
      [
        {
          name: 'items/a.xml',
          text: item(
            'cardinality="ordered" baseType="identifier"><correctResponse><value>B</value><value>A</value></correctResponse>',
            `<graphicOrderInteraction responseIdentifier="RESPONSE">${object}
              <hotspotChoice shape="circle" coords="9,9,5" identifier="A" hotspotLabel="Rom"/>
              <hotspotChoice shape="circle" coords="50,9,5" identifier="B" hotspotLabel="Bari"/></graphicOrderInteraction>`,
          ),
        },
      ],
      'x',
      (path) => (path === 'items/images/map.png' ? png : undefined),
    )
    if (typeof found === 'string') throw new Error(found)
    expect(found.report).toEqual([{ name: 'Karte', outcome: 'simplified', reason: 'places' }])
    expect(found.pages[0]?.elements).toMatchObject([
      { type: 'media', data: { picture: { asset: found.files[0]?.key, alt: 'Eine Karte' } } },
      { type: 'order', data: { items: [{ text: 'Bari' }, { text: 'Rom' }] } },
    ])
  })
})

describe.each([
  ['3', qtiFiles],
  ['2.2', qti22Files],
] as const)(
  'what is drawn, handed in or put on a picture goes out as QTI %s and comes back',
  (_version, write) => {
    const asset = `unit/ab/${'a'.repeat(64)}.webp`
    const picture = { picture: asset, alt: 'Karte' }
    test.each([
      ['draw', { ...picture, room: '12' }],
      ['upload', { accepts: 'pdf', room: '12' }],
      ['upload', { accepts: 'any', room: '12' }],
      ['label_image', { ...picture, zones: '10, 20, 30, 15 | Rom | Bari\n50, 50, 10, 10 | Bern\n | Paris' }],
    ])('%s', (type, fields) => {
      const data = typeOf(type)?.schema.parse(typeOf(type)?.fromTyped(fields))
      const said = { right: '', wrong: '', hint: '' }
      const element = { id: 'e1', type, prompt: '<p>Und?</p>', points: 3, ...said, data }
      const unit = contentSchema.parse({ title: 'x', pages: [{ id: 'p1', elements: [element] }] })
      const { files, pictures, leftOut } = write(unit, () => ({ width: 1000, height: 1000 }))
      expect([leftOut, pictures]).toEqual([[], 'picture' in fields ? [asset] : []])
      const texts = [{ name: 'items/e1.xml', text: files['items/e1.xml'] ?? '' }]
      const found = importQti(texts, 'x', () => png)
      if (typeof found === 'string') throw new Error(found)
      const back = found.pages[0]?.elements ?? []
      expect(back).toMatchObject([{ type, prompt: '<p>Und?</p>' }])
      const key = found.files[0]?.key ?? ''
      expect(typeOf(type)?.typed(back[0]?.data)).toEqual({
        ...typeOf(type)?.typed(data),
        ...('picture' in fields && { picture: key }),
      })
    })
  },
)

test('Moodle: words of several groups can go everywhere here, which is said', () => {
  const box = (text: string, group: number) =>
    `<dragbox><text>${text}</text><group>${group}</group></dragbox>`
  const text = '<questiontext format="html"><text>[[1]] bellt, [[2]] ist rot.</text></questiontext>'
  const reason = (groups: [number, number]) => {
    const boxes = box('Hund', groups[0]) + box('Blut', groups[1])
    const found = importMoodle(
      `<quiz><question type="ddwtos"><name><text>Satz</text></name>${text}${boxes}</question></quiz>`,
      'x',
    )
    return typeof found === 'string' ? found : found.report[0]?.reason
  }
  expect([reason([1, 1]), reason([1, 2])]).toEqual([undefined, 'groups'])
})

test('H5P: places of a picture are as large as they were', () => {
  const asset = `unit/ab/${'a'.repeat(64)}.webp`
  const row = typeOf('label_image')
  const data = row?.schema.parse(
    row.fromTyped({ picture: asset, alt: 'Karte', zones: '10, 20, 30, 15 | Rom\n50, 50, 10, 10 | Bern' }),
  )
  const said = { right: '', wrong: '', hint: '' }
  const element = { id: 'e1', type: 'label_image', prompt: '<p>Und?</p>', points: 2, ...said, data }
  const unit = contentSchema.parse({ title: 'x', pages: [{ id: 'p1', elements: [element] }] })
  const { files } = h5pFiles(unit, 'de', () => ({ width: 620, height: 310 }))
  const content = JSON.parse(files['content/content.json'] ?? '')
  const found = importH5p({ library: 'H5P.Column', title: 'x', content }, () => png)
  const [info, back] = found.pages[0]?.elements ?? []
  expect(info).toMatchObject({ type: 'info', data: { html: '<p>Und?</p>' } })
  expect(row?.typed(back?.data).zones).toBe(row?.typed(data).zones)
})
