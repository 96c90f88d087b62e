import { box, drawText, type Ink, page, textWidth } from './ink.ts'
import { drawLaid, layText } from './rich-text.ts'

/**
 * A piece of a page that is never torn apart. `stretch` points may be added below it to fill the page;
 * `join` keeps it together with the piece after it; `fresh` starts a page.
 */
export type Block = {
  height: number
  draw: (y: number) => void
  stretch?: number
  join?: boolean
  fresh?: boolean
}

export type Answer = { title: string; text: string }

export type Rendered = { blocks: Block[]; answers: string[] }

export function paragraph(ink: Ink, text: string, size = 11, indent = 0, color?: string): Block {
  const laid = layText(ink, text, page.inner - indent, { size, color })
  return { height: laid.height + 5, draw: (y) => drawLaid(ink, laid, page.left + indent, y), stretch: 6 }
}

/** A numbered task line in a tinted bar. */
export function taskHead(ink: Ink, number: number, text: string): Block {
  const laid = layText(ink, text, page.inner - 42, { size: 11.5, bold: true, color: ink.color.dark })
  const height = Math.max(22, laid.height + 7)
  return {
    height: height + 9,
    join: true,
    draw: (y) => {
      box(ink, page.left, y, page.inner, height, ink.color.light)
      box(ink, page.left, y, 26, height, ink.color.dark)
      const label = String(number)
      const left = page.left + 13 - textWidth(ink, label, { size: 12, bold: true }) / 2
      drawText(ink, label, left, y + height / 2 - 7.5, { size: 12, bold: true, color: '#ffffff' })
      drawLaid(ink, laid, page.left + 35, y + (height - laid.height) / 2)
    },
  }
}

/** Rows of a grid of equal cells, each row a block. */
export function gridBlocks(
  count: number,
  columns: number,
  height: number,
  stretch: number,
  draw: (index: number, x: number, y: number, width: number) => void,
): Block[] {
  const width = page.inner / columns
  return Array.from({ length: Math.ceil(count / columns) }, (_, row) => ({
    height,
    stretch,
    draw: (y: number) => {
      for (let column = 0; column < columns; column++) {
        const index = row * columns + column
        if (index < count) draw(index, page.left + column * width, y, width)
      }
    },
  }))
}

type Placed = { block: Block; y: number }

function settle(blocks: Block[], top: number): Placed[] {
  const used = blocks.reduce((sum, block) => sum + block.height, 0)
  const wish = blocks.reduce((sum, block) => sum + (block.stretch ?? 0), 0)
  const factor = wish > 0 ? Math.min(1, Math.max(0, page.bottom - top - used) / wish) : 0
  let y = top
  return blocks.map((block) => {
    const placed = { block, y }
    y += block.height + (block.stretch ?? 0) * factor
    return placed
  })
}

/** Breaks blocks into pages and spreads them; `begin` opens a page and tells where its content starts. */
export function flowBlocks(
  blocks: Block[],
  begin: () => number,
  close?: (left: number) => Block | undefined,
): void {
  let waiting: Block[] = []
  let top = begin()
  let used = 0
  function put(last: boolean): void {
    const rest = page.bottom - top - used
    const filler = last ? close?.(rest) : undefined
    const all = filler ? [...waiting, filler] : waiting
    for (const { block, y } of settle(all, top)) block.draw(y)
    waiting = []
    used = 0
  }
  blocks.forEach((block, index) => {
    let need = block.height
    for (let at = index; blocks[at]?.join; at++) need += blocks[at + 1]?.height ?? 0
    if (waiting.length > 0 && (block.fresh || top + used + need > page.bottom)) {
      put(false)
      top = begin()
    }
    waiting.push(block)
    used += block.height
  })
  put(true)
}
