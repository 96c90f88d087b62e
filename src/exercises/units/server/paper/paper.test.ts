import { inflateSync } from 'node:zlib'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Widget } from '#exercises/model/task/widget.ts'
import { drawWorksheet, type Worksheet } from './paper.ts'

const texts = {
  ...{
    name: 'Όνομα:',
    task: 'Ερώτηση {{number}}',
    points: '{{count}} μον.',
    key: 'Λύσεις:',
    bank: 'Λέξεις:',
  },
  ...{ address: 'Στην οθόνη', values: { true: 'σωστό', false: 'λάθος' } },
  ...{ across: 'οριζόντια', down: 'κάθετα', diagonal: 'διαγώνια', recording: 'ηχογράφηση' },
  ...{ credits: 'Πηγές', decimal: ',' },
}

async function draw(widgets: Widget[], more: Partial<Worksheet> = {}): Promise<Buffer> {
  return await drawWorksheet({
    ...{
      title: 'Ο χάρτης',
      description: '',
      lang: 'el',
      texts,
      size: 'A4',
      isLarge: false,
      isGray: false,
      address: undefined,
      credits: [],
    },
    pages: [
      {
        title: '',
        elements: widgets.map((widget) => ({
          prompt: 'Πού;',
          points: 1,
          timeLimit: 0,
          widgets: [widget],
          solution: ['α'],
        })),
      },
    ],
    withKey: true,
    pictures: {},
    ...more,
  })
}

/** What each page draws. */
function pagesOf(pdf: Buffer): string[] {
  const source = pdf.toString('latin1')
  return [...source.matchAll(/stream\n/g)].flatMap(({ index }) => {
    try {
      const bytes = pdf.subarray(index + 7, source.indexOf('endstream', index))
      const text = inflateSync(bytes).toString('latin1')
      return /\bEMC\b/.test(text) ? [text] : []
    } catch {
      return []
    }
  })
}

const asset = 'unit/ab/picture.webp'
const map: Widget = {
  kind: 'picture',
  picture: { asset, alt: 'Ένας χάρτης' },
  marks: [{ text: '1', x: 50, y: 50 }],
}

test('a picture is on the paper where it is there, its words where it is not', async () => {
  const picture = await sharp({ create: { width: 400, height: 300, channels: 4, background: '#0a06' } })
    .webp()
    .toBuffer()
  const seen = await draw([map], { pictures: { [asset]: picture } })
  expect(seen.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(1)
  const missing: Worksheet['pictures'][] = [{}, { [asset]: Buffer.from('no picture') }]
  for (const pictures of missing)
    expect((await draw([map], { pictures })).toString('latin1')).not.toContain('/Subtype /Image')
})

test('what is tagged ends with its page, and a task stays on one', async () => {
  const long: Widget = {
    kind: 'sections',
    sections: [{ title: '', html: `<p>${'Η θάλασσα. '.repeat(900)}</p>` }],
  }
  const options = Array.from({ length: 9 }, (_, n) => ({ value: `${n}`, text: `Επιλογή ${n}` }))
  const choices = Array.from(
    { length: 9 },
    (): Widget => ({ kind: 'choice', name: 'a', isMulti: false, options }),
  )
  const pages = pagesOf(await draw([long, ...choices], { isLarge: true }))
  expect(pages.length).toBeGreaterThan(6)
  for (const page of pages) {
    const marks = page.match(/\bB[DM]C$|^EMC$/gm) ?? []
    let open = 0
    for (const mark of marks) {
      open += mark === 'EMC' ? -1 : 1
      expect([0, 1]).toContain(open)
    }
    expect(open).toBe(0)
    // The boxes of nine options: a page has all of a task's, or none.
    const boxes = page.match(/ re$/gm)?.length ?? 0
    expect(boxes % 9).toBe(0)
  }
})

test('sheets are ink on white paper: nothing but blacks and greys is drawn, whatever is asked', async () => {
  const options = [
    { value: 'a', text: 'Ένα' },
    { value: 'b', text: 'Δύο' },
  ]
  const rows = [{ name: 'r', text: 'Τι;' }]
  const pages = pagesOf(
    await draw([
      { kind: 'choice', name: 'c', isMulti: false, options },
      { kind: 'rows', rows, options, isBank: true, isMulti: true },
      { kind: 'gaps', html: '<p>{{g1}}</p>', gaps: { g1: { size: 5, hint: '' } }, bank: ['λέξη'] },
      { kind: 'text', name: 't', lines: 4, maxLength: 90, isNumber: false },
      { kind: 'grid', rows: [['Α', 'Β']], numbers: { '0 0': 1 } },
      { kind: 'drawing', name: 'd', text: 't', picture: { asset: '', alt: '' }, lines: 4 },
      map,
    ]),
  )
  const colours = pages.flatMap((page) => [...page.matchAll(/^([\d. ]+) (rg|RG|scn|SCN|g|G|k|K)$/gm)])
  expect(colours.length).toBeGreaterThan(3)
  for (const [line, numbers = '', operator = ''] of colours) {
    expect(['k', 'K'], line).not.toContain(operator)
    expect(new Set(numbers.trim().split(/\s+/)).size, line).toBe(1)
  }
})

test('signs of mathematics are letters of a font, powers are part of what is read out, formulas are a line of them', async () => {
  const options = ['3 ≤ x', '\\(\\sqrt{2} \\ne x^{10}\\)', 'a → b'].map((text, at) => ({
    value: `${at}`,
    text,
  }))
  const html = '<p><math><mfrac><mn>3</mn><mn>4</mn></mfrac></math> und \\(\\frac{1}{2} + x^{10}\\)</p>'
  const pdf = await draw([
    { kind: 'choice', name: 'c', isMulti: false, options },
    { kind: 'sections', sections: [{ title: '', html }] },
  ])
  const said = [...pdf.toString('latin1').matchAll(/ActualText \(\xfe\xff([\s\S]*?)\)\n/g)].map(
    ([, text = '']) =>
      Buffer.from(text.replace(/\\([()\\])/g, '$1'), 'latin1')
        .swap16()
        .toString('utf16le'),
  )
  expect(said.join('\n')).toContain('1/2 + x¹⁰')
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const text = document.getPage(0).getText()
  document.destroy()
  library.destroy()
  expect(text).toContain('3 ≤ x')
  expect(text).toContain('a → b')
})

test('pictures are without colours where the paper is to be', async () => {
  const red = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#d01020' } })
    .webp()
    .toBuffer()
  const pictures = { [asset]: red }
  const spaces = async (isGray: boolean) =>
    (await draw([map], { pictures, isGray })).toString('latin1').match(/\/ColorSpace \/Device\w+/g)
  expect([await spaces(false), await spaces(true)]).toEqual([
    ['/ColorSpace /DeviceRGB'],
    ['/ColorSpace /DeviceGray'],
  ])
})
