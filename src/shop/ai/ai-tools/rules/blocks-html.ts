import { escapeHtml } from '#platform/rules/text/escape.ts'
import type { Block } from './block.ts'

interface Words {
  /** The heading above the key. */
  solution: string
}

/** Blocks as HTML: the one drawing of them, for pages, for results as they arrive, and for files. */
export function blocksHtml(blocks: readonly Block[], words: Words): string {
  return blocks.map((block) => blockHtml(block, words)).join('')
}

function blockHtml(block: Block, words: Words): string {
  switch (block.type) {
    case 'heading': {
      const tag = block.level === 3 ? 'h4' : 'h3'
      return `<${tag}>${escapeHtml(block.text)}</${tag}>`
    }
    case 'para':
      return `<p>${escapeHtml(block.text).replaceAll('\n', '<br>')}</p>`
    case 'list': {
      const tag = block.ordered ? 'ol' : 'ul'
      return `<${tag}>${block.items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</${tag}>`
    }
    case 'table':
      return tableHtml(block)
    case 'grid':
      return gridHtml(block)
    case 'task':
      return taskHtml(block)
    case 'lines':
      return '<div class="ai-line"></div>'.repeat(block.count)
    case 'page_break':
      return '<hr class="ai-break">'
    case 'solution':
      return `<section class="ai-solution"><h3>${escapeHtml(words.solution)}</h3>${blocksHtml(block.blocks, words)}</section>`
  }
}

function tableHtml({ head, rows, caption }: Block & { type: 'table' }): string {
  const title = caption === undefined ? '' : `<caption>${escapeHtml(caption)}</caption>`
  const top =
    head.length === 0
      ? ''
      : `<thead><tr>${head.map((cell) => `<th scope="col">${escapeHtml(cell)}</th>`).join('')}</tr></thead>`
  const cells = (row: readonly string[]) =>
    row.map((cell, at) =>
      head.length > 0 && at === 0
        ? `<th scope="row">${withBreaks(cell)}</th>`
        : `<td>${withBreaks(cell)}</td>`,
    )
  const body = rows.map((row) => `<tr>${cells(row).join('')}</tr>`).join('')
  return `<div class="ai-wide" tabindex="0"><table class="table">${title}${top}<tbody>${body}</tbody></table></div>`
}

const withBreaks = (cell: string) => escapeHtml(cell).replaceAll('\n', '<br>')

function gridHtml({ label, rows, numbers = {} }: Block & { type: 'grid' }): string {
  const width = Math.max(0, ...rows.map((row) => row.length))
  const cells = (row: readonly (string | null)[], y: number) =>
    row
      .map((cell, x) => {
        if (cell === null) return '<td class="ai-grid__none"></td>'
        const number = numbers[String(y * width + x)]
        return `<td>${number === undefined ? '' : `<sup>${number}</sup>`}${escapeHtml(cell)}</td>`
      })
      .join('')
  const lines = rows.map((row, y) => `<tr>${cells(row, y)}</tr>`).join('')
  return `<div class="ai-wide" tabindex="0"><table class="ai-grid"><caption class="hide-visually">${escapeHtml(label)}</caption><tbody>${lines}</tbody></table></div>`
}

function taskHtml({ prompt, options, lines = 0 }: Block & { type: 'task' }): string {
  const choices = options?.map((option) => `<li>${escapeHtml(option)}</li>`).join('') ?? ''
  const list = choices === '' ? '' : `<ul class="ai-options">${choices}</ul>`
  return `<div class="ai-task"><p>${withBreaks(prompt)}</p>${list}${'<div class="ai-line"></div>'.repeat(lines)}</div>`
}
