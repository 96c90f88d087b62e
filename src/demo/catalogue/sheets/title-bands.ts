import type { DemoMaterial } from '../types.ts'
import { box, drawText, fitted, grey, type Ink, page, rule } from './ink.ts'
import { drawMotif } from './motifs.ts'
import { drawLaid, layText } from './rich-text.ts'

const height = 138
/** Of the tile a motif is drawn on. */
const tile = { width: 142, height: 104 }

/** Each author has a hand of their own: all their sheets begin alike, and unlike those of others. */
const hands: readonly ((ink: Ink, material: DemoMaterial) => void)[] = [dark, plain, tinted, framed]

/** The head of the first page; returns where the page goes on. */
export function titleBand(ink: Ink, material: DemoMaterial, author: string): number {
  const hand = hands[[...author].reduce((sum, sign) => sum + (sign.codePointAt(0) ?? 0), 0) % hands.length]
  hand?.(ink, material)
  return height + 22
}

/** White words on the full colour. */
function dark(ink: Ink, material: DemoMaterial): void {
  ink.doc.rect(0, 0, page.width, height).fill(ink.color.dark)
  ink.doc.rect(0, height, page.width, 5).fill(ink.color.mid)
  ink.doc.save().rect(0, 0, page.width, height).clip()
  for (let at = 0; at < 5; at++)
    ink.doc
      .circle(page.width - 70, 66, 70 + at * 34)
      .lineWidth(1)
      .strokeOpacity(0.16)
      .stroke('#ffffff')
      .strokeOpacity(1)
  ink.doc.restore()
  drawMotif(ink, material.sheet.motif, page.width - 112, 70)
  words(ink, material, page.left, '#ffffff', '#ffffff')
}

/** Coloured words on white paper, the motif on a tile at the right, a line below. */
function plain(ink: Ink, material: DemoMaterial): void {
  ink.doc.rect(0, 0, page.width, 9).fill(ink.color.dark)
  motifTile(ink, material, page.left + page.inner - tile.width, 22)
  words(ink, material, page.left, ink.color.dark, grey)
  rule(ink, page.left, height + 2, page.left + page.inner, height + 2, ink.color.mid, 2)
}

/** A pale ground with a torn-off edge of dots, the motif on a round tile. */
function tinted(ink: Ink, material: DemoMaterial): void {
  ink.doc.rect(0, 0, page.width, height).fill(ink.color.light)
  for (let x = 8; x < page.width; x += 16) ink.doc.circle(x, height, 3.2).fill(ink.color.mid)
  ink.doc
    .save()
    .circle(page.width - 112, 68, 60)
    .clip()
  ink.doc.circle(page.width - 112, 68, 60).fill(ink.color.dark)
  drawMotif(ink, material.sheet.motif, page.width - 112, 70)
  ink.doc.restore()
  words(ink, material, page.left, ink.color.dark, ink.color.dark)
}

/** A frame around the head, the motif first. */
function framed(ink: Ink, material: DemoMaterial): void {
  box(ink, page.left - 14, 14, page.inner + 28, height - 8, '#ffffff', ink.color.dark)
  box(ink, page.left - 9, 19, page.inner + 18, height - 18, ink.color.light)
  motifTile(ink, material, page.left, 28)
  words(ink, material, page.left + tile.width + 20, ink.color.dark, grey, page.inner - tile.width - 28)
}

function motifTile(ink: Ink, material: DemoMaterial, x: number, y: number): void {
  ink.doc.save().roundedRect(x, y, tile.width, tile.height, 12).clip()
  ink.doc.rect(x, y, tile.width, tile.height).fill(ink.color.dark)
  drawMotif(ink, material.sheet.motif, x + tile.width / 2, y + tile.height / 2)
  ink.doc.restore()
}

function words(
  ink: Ink,
  material: DemoMaterial,
  left: number,
  color: string,
  quiet: string,
  width = 340,
): void {
  let size = 25
  let laid = layText(ink, material.title, width, { size, bold: true, color })
  while (laid.height > 86 && size > 12) {
    size -= 1
    laid = layText(ink, material.title, width, { size, bold: true, color })
  }
  drawLaid(ink, laid, left, 22 + (84 - Math.min(84, laid.height)) / 2)
  const { subtitle } = material.sheet
  drawText(ink, subtitle, left, 113, fitted(ink, subtitle, width, { size: 11.5, color: quiet }))
}
