import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import type { ShareFacts } from './share-image.ts'

export const shareSize = { width: 1200, height: 630 }

const scripts = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese'] as const
type Script = (typeof scripts)[number]
const weights = { plain: 400, bold: 700 } as const
type Weight = keyof typeof weights

/** The product's own font, one file per script: nothing depends on what the machine has installed. */
export type ShareFonts = Readonly<Record<Weight, Readonly<Record<Script, Buffer>>>>

interface Style {
  size: number
  weight: Weight
  color: string
}

const colors = { paper: '#fbf9f4', accent: '#10595c', ink: '#1d2a25', soft: '#4b5a53', line: '#ddd6c7' }
const left = 72
const gap = 56

export function loadShareFonts(): ShareFonts {
  const require = createRequire(import.meta.url)
  const folder = '@fontsource/commissioner/files/commissioner'
  const files = (weight: Weight) =>
    Object.fromEntries(
      scripts.map((script) => [
        script,
        readFileSync(require.resolve(`${folder}-${script}-${weights[weight]}-normal.woff`)),
      ]),
    ) as Record<Script, Buffer>
  return { plain: files('plain'), bold: files('bold') }
}

/** One page of 1200 by 630 points. `picture` is a JPEG. */
export async function drawShareImage(
  fonts: ShareFonts,
  facts: ShareFacts,
  picture: Buffer | undefined,
): Promise<Buffer> {
  const { width, height } = shareSize
  const doc = new PDFDocument({ size: [width, height], margin: 0 })
  for (const weight of ['plain', 'bold'] as const)
    for (const script of scripts) doc.registerFont(`${weight} ${script}`, fonts[weight][script])
  doc.rect(0, 0, width, height).fill(colors.paper)
  doc.rect(0, 0, 20, height).fill(colors.accent)
  const pictureWidth = picture ? drawPicture(doc, picture, facts.shape) : 0
  const room = width - left - gap - (picture ? pictureWidth + gap : 0)
  drawTexts(doc, facts, room)
  drawLogo(doc)
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    doc.once('end', resolve)
    doc.once('error', reject)
  })
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

function drawPicture(doc: PDFKit.PDFDocument, picture: Buffer, shape: ShareFacts['shape']): number {
  const size = shape === 'sheet' ? { width: 360, height: 480 } : { width: 320, height: 320 }
  const x = shareSize.width - gap - size.width
  const y = (shareSize.height - size.height) / 2
  const radius = shape === 'sheet' ? 12 : size.width / 2
  doc.save()
  doc.roundedRect(x, y, size.width, size.height, radius).clip()
  doc.image(picture, x, y, { cover: [size.width, size.height], align: 'center', valign: 'center' })
  doc.restore()
  doc.roundedRect(x, y, size.width, size.height, radius).lineWidth(2).stroke(colors.line)
  return size.width
}

function drawTexts(doc: PDFKit.PDFDocument, facts: ShareFacts, room: number): void {
  const title = { weight: 'bold', color: colors.ink } as const
  const fitting = [72, 64, 56, 48]
    .map((size) => ({ size, lines: wrap(doc, facts.title, room, { ...title, size }) }))
    .find(({ size, lines }) => lines.length * size * 1.18 <= 300)
  const size = fitting?.size ?? 44
  const all = fitting?.lines ?? wrap(doc, facts.title, room, { ...title, size })
  const lines = all.slice(0, 6)
  if (all.length > lines.length) lines[lines.length - 1] += ' …'
  let y = 96
  for (const line of lines) {
    drawLine(doc, line, y, { ...title, size })
    y += size * 1.18
  }
  y += 22
  const more: [string, Style][] = [
    [facts.byline, { size: 34, weight: 'plain', color: colors.accent }],
    [facts.details, { size: 28, weight: 'plain', color: colors.soft }],
  ]
  for (const [text, style] of more) {
    for (const line of wrap(doc, text, room, style).slice(0, 2)) {
      if (y + style.size > 520) return
      drawLine(doc, line, y, style)
      y += style.size * 1.35
    }
  }
}

function drawLogo(doc: PDFKit.PDFDocument): void {
  const y = 540
  doc.roundedRect(left, y, 44, 44, 10).fill(colors.accent)
  doc
    .save()
    .translate(left, y)
    .scale(44 / 32)
  doc
    .path('M8.5 24 15 7.5h2L23.5 24M11.3 18h9.4')
    .lineWidth(2.6)
    .lineCap('round')
    .lineJoin('round')
    .stroke('#fdf9f0')
  doc.restore()
  doc
    .font('bold latin')
    .fontSize(34)
    .fillColor(colors.ink)
    .text('Aularium', left + 60, y + 2, { lineBreak: false })
}

interface Run {
  script: Script
  text: string
}

/** Characters no file of the font has (emoji, CJK) are left out: a gap reads better than a box. */
function runsOf(text: string): Run[] {
  const runs: Run[] = []
  for (const character of text.normalize('NFC')) {
    const last = runs.at(-1)
    const script = character === ' ' && last ? last.script : scriptOf(character.codePointAt(0) ?? 0)
    if (script === undefined) continue
    if (last?.script === script) last.text += character
    else runs.push({ script, text: character })
  }
  return runs
}

function scriptOf(code: number): Script | undefined {
  if (code < 0x20) return undefined
  if (code < 0x100 || code === 0x131 || code === 0x152 || code === 0x153) return 'latin'
  if (code < 0x250 || (code >= 0x1e00 && code < 0x1ea0)) return 'latin-ext'
  if (code >= 0x1ea0 && code < 0x1f00) return 'vietnamese'
  if (code >= 0x370 && code < 0x400) return 'greek'
  if (code >= 0x400 && code < 0x460) return 'cyrillic'
  const isPunctuation = code >= 0x2010 && code <= 0x203a
  return isPunctuation || code === 0x20ac || code === 0x2122 ? 'latin' : undefined
}

function widthOf(doc: PDFKit.PDFDocument, text: string, { size, weight }: Style): number {
  return runsOf(text).reduce(
    (sum, run) => sum + doc.font(`${weight} ${run.script}`).fontSize(size).widthOfString(run.text),
    0,
  )
}

function wrap(doc: PDFKit.PDFDocument, text: string, room: number, style: Style): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(doc, longer, style) <= room) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    // One word wider than the room is broken where the room ends.
    while (widthOf(doc, line, style) > room) {
      let end = line.length - 1
      while (end > 1 && widthOf(doc, line.slice(0, end), style) > room) end -= 1
      lines.push(line.slice(0, end))
      line = line.slice(end)
    }
  }
  return line === '' ? lines : [...lines, line]
}

function drawLine(doc: PDFKit.PDFDocument, text: string, y: number, style: Style): void {
  let x = left
  for (const run of runsOf(text)) {
    doc.font(`${style.weight} ${run.script}`).fontSize(style.size).fillColor(style.color)
    doc.text(run.text, x, y, { lineBreak: false })
    x += doc.widthOfString(run.text)
  }
}
