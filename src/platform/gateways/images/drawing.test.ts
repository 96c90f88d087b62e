import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samples, withSamples } from '../../../../tests/support/samples.ts'
import { createPreviewMaker } from '../documents/previews/preview-maker.ts'
import { plainDrawing } from './drawing.ts'

const dir = mkdtempSync(join(tmpdir(), 'drawings-'))
const maker = createPreviewMaker({ timeoutMs: 15_000 })
let photograph = ''

beforeAll(async () => {
  const red = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()
  writeFileSync(join(dir, 'beside.png'), red)
  photograph = `data:image/png;base64,${red.toString('base64')}`
})
afterAll(async () => {
  await maker.stop()
  rmSync(dir, { recursive: true })
})

const svg = (inner: string, attributes = 'viewBox="0 0 100 50"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`

async function drawn(text: string): Promise<Buffer | undefined> {
  const path = join(dir, 'drawing')
  writeFileSync(path, text)
  return await maker.picture(path, 'a', { side: 1600, isDrawing: true })
}

/** The colour in the middle. */
async function middle(text: string): Promise<number[]> {
  const { data, info } = await sharp(await drawn(text))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels
  return [...data.subarray(at, at + 3)].map((part) => Math.round(part / 16) * 16)
}
const [red, green, white] = [
  [256, 0, 0],
  [0, 128, 0],
  [256, 256, 256],
]

describe('a drawing becomes a picture', () => {
  test('of the shape it has, on white, with its colours, groups, photographs and words', async () => {
    const rect = '<rect width="100" height="50" class="a"/>'
    expect(await sharp(await drawn(svg('<circle r="1"/>'))).metadata()).toMatchObject({
      ...{ format: 'webp', width: 800, height: 400, hasAlpha: false },
    })
    expect(await middle(svg('<circle r="1"/>'))).toEqual(white)
    expect(await middle(svg(`<style>.a { fill: green }</style><g>${rect}</g>`))).toEqual(green)
    const used = `<defs><g id="r"><rect width="100" height="50" fill="red"/></g></defs>`
    expect(await middle(svg(`${used}<use xlink:href="#r"/>`))).toEqual(red)
    expect(
      await middle(
        svg(`<image xlink:href="${photograph}" width="100" height="50" preserveAspectRatio="none"/>`),
      ),
    ).toEqual(red)
    const word = await sharp(await drawn(svg('<text y="40" font-size="40">Wort</text>'))).stats()
    expect(word.channels[0]?.min).toBeLessThan(80)
  })

  test('with a usual document type, and where it says no size', async () => {
    const type =
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    const rect = '<rect width="300" height="150" fill="green"/>'
    expect(await middle(`<?xml version="1.0"?>${type}${svg(rect, '')}`)).toEqual(green)
  })
})

describe('what is not a drawing alone does not get into the picture', () => {
  test.for([
    '<script>alert(1)</script>',
    '<style>@import url(https://evil.example/a.css);</style>',
    '<style>@font-face { font-family: x; src: url(https://evil.example/a.woff) }</style>',
    '<style>.a { fill: u\\72l(https://evil.example) }</style>',
    '<image xlink:href="https://evil.example/a.png" width="9" height="9"/>',
    '<image href="file:///etc/passwd" width="9" height="9"/>',
    '<image href="data:image/svg+xml;base64,PHN2Zy8+" width="9" height="9"/>',
    '<use href="https://evil.example/a.svg#x"/>',
    '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/passwd" parse="text"/>',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="https://evil.example"/></body></foreignObject>',
    '<a href="javascript:alert(1)"/>',
    '<rect width="1" height="1" onclick="alert(1)"/>',
    '<rect width="1" height="1" fill="url(https://evil.example/a.svg#b)"/>',
    '<rect width="1" height="1" style="fill:url(https://evil.example/a.svg#b);stroke:red"/>',
    '<filter id="f"><feImage href="https://evil.example/a.png"/></filter>',
    '<animate attributeName="href" to="javascript:alert(1)"/>',
  ])('%s', (inner) => {
    const plain = plainDrawing(Buffer.from(svg(`${inner}<path d="M0 0h9"/>`)))
    const text = plain?.svg.toString().replace(/ xmlns(:\w+)?="[^"]*"/g, '')
    expect(text).toMatch(/<path d="M0 0h9">/)
    expect(text).not.toMatch(/script|evil|passwd|alert|onclick|import|include|iframe|animate|svg\+xml|72l/i)
  })

  test('a file that lies beside it is not shown', async () => {
    for (const address of ['beside.png', `${dir}/beside.png`, `file://${dir}/beside.png`])
      expect(
        await middle(svg(`<image href="${address}" width="100" height="50"/><path d="M0 0h1"/>`)),
      ).toEqual(white)
  })
})

test('what grows, hides or is none is refused, and the next drawing is drawn', async () => {
  const nested = Array.from({ length: 12 }, (_, at) => {
    const inner = at === 0 ? '<rect width="9" height="9"/>' : `<use href="#l${at - 1}"/>`.repeat(10)
    return `<g id="l${at}">${inner}</g>`
  })
  const huge = Buffer.from(
    await sharp({ create: { width: 5000, height: 5000, channels: 3, background: '#f00' } })
      .png()
      .toBuffer(),
  ).toString('base64')
  const refused = [
    '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg"><text>&b;</text></svg>',
    '<!DOCTYPE svg SYSTEM "a" [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg><text>&x;</text></svg>',
    svg(`<defs>${nested.join('')}</defs><use href="#l11"/>`),
    svg('<path d="M0 0h9"/>', 'width="1000000" height="1"'),
    svg('<g>'.repeat(100) + '</g>'.repeat(100)),
    svg('<path d="M0 0h9"/>'.repeat(60_000)),
    svg(`<path d="${'M0 0h9'.repeat(1_000_000)}"/>`),
    svg(`<script>1</script><image href="data:image/png;base64,${huge}" width="9" height="9"/>`),
    '<html><svg/></html>',
    'no drawing',
    '',
  ]
  for (const text of refused) expect(await drawn(text)).toBeUndefined()
  expect(await middle(svg('<rect width="100" height="50" fill="red"/>'))).toEqual(red)
}, 60_000)

withSamples('h5p-malformed', () => {
  test('the drawing of xss-svg is drawn, its script is gone', async () => {
    const packed = unzipSync(readFileSync(join(samples('h5p-malformed'), 'xss-svg.h5p')))
    const found = Buffer.from(packed['content/images/xss.svg'] ?? [])
    expect(found.toString()).toContain('<script>')
    expect(plainDrawing(found)?.svg.toString()).not.toMatch(/script|alert|cookie/)
    const { channels } = await sharp(await drawn(found.toString())).stats()
    // A grey circle on white.
    expect(channels.map(({ min, max }) => [min < 130, max > 250])).toEqual(Array(3).fill([true, true]))
  })
})

test('without being told that it is one, an SVG is refused', async () => {
  const path = join(dir, 'drawing')
  writeFileSync(path, svg('<rect width="100" height="50"/>'))
  expect(await maker.picture(path, 'a')).toBeUndefined()
})
