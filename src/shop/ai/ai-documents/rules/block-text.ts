import type { Block } from '#shop/ai/ai-tools/rules/block.ts'

/*
 * A document is stored and edited as a text that reads like Markdown: headings, lists, tables; what Markdown has no sign for stands
 * between lines of three colons.
 */

const solution = '::: solution'
const end = ':::'

/** Blocks as the text a person edits. */
export function textOfBlocks(blocks: readonly Block[]): string {
  return blocks.map(textOf).join('\n\n')
}

function textOf(block: Block): string {
  switch (block.type) {
    case 'heading':
      return `${block.level === 3 ? '###' : '##'} ${oneLine(block.text)}`
    case 'para':
      return safe(block.text)
    case 'list':
      return block.items
        .map((item, at) => `${block.ordered ? `${at + 1}.` : '-'} ${oneLine(item)}`)
        .join('\n')
    case 'table': {
      const width = Math.max(1, block.head.length, ...block.rows.map((row) => row.length))
      const line = (cells: readonly string[]) =>
        `| ${Array.from({ length: width }, (_, at) => cellText(cells[at] ?? '')).join(' | ')} |`
      return [
        ...(block.caption === undefined ? [] : [`${safe(oneLine(block.caption))}\n`]),
        line(block.head),
        `|${' --- |'.repeat(width)}`,
        ...block.rows.map(line),
      ].join('\n')
    }
    case 'grid': {
      const cells = block.rows.map((row, y) =>
        row
          .map((cell, x) =>
            cell === null ? '.' : `${block.numbers?.[String(y * row.length + x)] ?? ''}${cell || '_'}`,
          )
          .join(' '),
      )
      return [`::: grid ${oneLine(block.label)}`, ...cells, end].join('\n')
    }
    case 'task': {
      const options = (block.options ?? []).map((option) => `[ ] ${oneLine(option)}`)
      const lines = block.lines ? [`::: lines ${block.lines}`] : []
      return [safe(block.prompt), options.join('\n'), ...lines].filter((part) => part !== '').join('\n\n')
    }
    case 'lines':
      return `::: lines ${block.count}`
    case 'page_break':
      return '::: page'
    case 'solution':
      return [solution, textOfBlocks(block.blocks), end].join('\n\n')
  }
}

const oneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ').trim()
const cellText = (text: string) =>
  text
    .replaceAll('|', '¦')
    .replace(/\s*\n\s*/g, ' / ')
    .trim()
/** A line of a paragraph that would be read as something else gets a blank before it. */
const safe = (text: string) =>
  text
    .trim()
    .replace(/\n{2,}/g, '\n')
    .replace(/^(?=#{2,3} |- |\d+\. |\||:::|\[ \] )/gm, '\u00a0')

/** The blocks of a text. Whatever is typed makes blocks: what is no sign of ours is a paragraph. */
export function blocksOfText(text: string): Block[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  return readUntil(lines, { at: 0 }, false)
}

function readUntil(lines: readonly string[], place: { at: number }, isInside: boolean): Block[] {
  const blocks: Block[] = []
  while (place.at < lines.length) {
    const line = (lines[place.at] ?? '').trimEnd()
    if (isInside && line === end) {
      place.at += 1
      break
    }
    if (line === '' || line === end) {
      place.at += 1
      continue
    }
    if (line === solution && !isInside) {
      place.at += 1
      blocks.push({ type: 'solution', blocks: readUntil(lines, place, true) })
      continue
    }
    blocks.push(readBlock(lines, place, line))
  }
  return blocks
}

function readBlock(lines: readonly string[], place: { at: number }, line: string): Block {
  const take = (pattern: RegExp) => {
    const taken: string[] = []
    for (let next = lines[place.at]; next !== undefined && pattern.test(next); next = lines[place.at]) {
      taken.push(next.trimEnd())
      place.at += 1
    }
    return taken
  }
  const [, marks = '', heading] = /^(#{2,3}) (.+)$/.exec(line) ?? []
  if (heading !== undefined) {
    place.at += 1
    return { type: 'heading', text: heading.trim(), ...(marks.length === 3 && { level: 3 as const }) }
  }
  const count = /^::: lines (\d{1,2})$/.exec(line)?.[1]
  if (count !== undefined || line === '::: page') {
    place.at += 1
    return count === undefined ? { type: 'page_break' } : { type: 'lines', count: Number(count) }
  }
  const label = /^::: grid ?(.*)$/.exec(line)?.[1]
  if (label !== undefined) {
    place.at += 1
    const rows = take(/^(?!:::).*\S/)
    if (lines[place.at]?.trimEnd() === end) place.at += 1
    return gridOf(label, rows)
  }
  if (/^\|/.test(line)) return tableOf(take(/^\|/))
  if (/^- /.test(line)) return { type: 'list', items: take(/^- /).map((item) => item.slice(2).trim()) }
  if (/^\d+\. /.test(line))
    return {
      type: 'list',
      ordered: true,
      items: take(/^\d+\. /).map((item) => item.replace(/^\d+\. /, '').trim()),
    }
  if (/^\[ \] /.test(line))
    return { type: 'task', prompt: '', options: take(/^\[ \] /).map((item) => item.slice(4).trim()), key: [] }
  const paragraph = take(/^(?!#{2,3} |- |\d+\. |\||:::|\[ \] )\s*\S/)
  // A line that begins like something of ours and is none of it.
  if (paragraph.length === 0) {
    place.at += 1
    return { type: 'para', text: line }
  }
  return {
    type: 'para',
    text: paragraph
      .join('\n')
      .replaceAll(/^\u00a0/gm, '')
      .trim(),
  }
}

function tableOf(lines: readonly string[]): Block {
  const cells = (line: string) =>
    line
      .replace(/^\|/, '')
      .replace(/\|\s*$/, '')
      .split('|')
      .map((cell) => cell.trim())
  const isRule = (line: string | undefined) => line !== undefined && /^\|(?:\s*:?-+:?\s*\|)+\s*$/.test(line)
  const hasHead = isRule(lines[1])
  const head = hasHead ? cells(lines[0] ?? '') : []
  const rows = lines.slice(hasHead ? 2 : 0).map(cells)
  return { type: 'table', head: head.every((cell) => cell === '') ? [] : head, rows }
}

function gridOf(label: string, lines: readonly string[]): Block {
  const numbers: Record<string, number> = {}
  const width = Math.max(0, ...lines.map((line) => line.trim().split(/\s+/).length))
  const rows = lines.map((line, y) =>
    line
      .trim()
      .split(/\s+/)
      .map((cell, x): string | null => {
        if (cell === '.') return null
        const [, number = '', letter = ''] = /^(\d*)(.*)$/u.exec(cell) ?? []
        if (number !== '') numbers[String(y * width + x)] = Number(number)
        return letter === '_' ? '' : letter
      }),
  )
  return { type: 'grid', label, rows, numbers }
}
