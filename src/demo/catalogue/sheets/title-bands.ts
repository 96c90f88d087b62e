import { drawFlat, type MotifName } from '#shop/selling/materials/server/covers/motif.ts'
import type { DemoMaterial } from '../types.ts'
import { drawText, fitted, grey, type Ink, page, rule } from './ink.ts'
import { drawLaid, layText } from './rich-text.ts'

const height = 138
/** Of the tile a motif is drawn on. */
const tile = { width: 142, height: 104 }

/** The head of the first page behind the cover; returns where the page goes on. */
export function titleBand(ink: Ink, material: DemoMaterial, motif: MotifName): number {
  const left = page.left + page.inner - tile.width
  ink.doc.rect(0, 0, page.width, 9).fill(ink.color.dark)
  ink.doc.roundedRect(left, 22, tile.width, tile.height, 12).fill(ink.color.light)
  drawFlat(ink.doc, motif, { x: left + tile.width / 2, y: 22 + tile.height / 2, size: 86 })
  words(ink, material, page.left, ink.color.dark, grey)
  rule(ink, page.left, height + 2, page.left + page.inner, height + 2, ink.color.mid, 2)
  return height + 22
}

function words(ink: Ink, material: DemoMaterial, left: number, color: string, quiet: string): void {
  const width = 340
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
