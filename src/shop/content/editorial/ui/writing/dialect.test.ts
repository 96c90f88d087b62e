import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DocumentNode } from '#platform/rules/markdown/from-document.ts'
import { elementsOf, writeHtml } from '#platform/rules/markdown/html.ts'
import { parseMarkdown } from '#platform/rules/markdown/tree.ts'
import { openText, writeText } from './dialect.ts'

/** As readers see it. */
const shown = (markdown: string) =>
  writeHtml(elementsOf(parseMarkdown(`---\ntitle: a\n---\n\n${markdown}`, { isEditors: true }))).replace(
    /[ \n]+/g,
    ' ',
  )
const files = globSync('src/shop/content/editorial/texts/**/*.md')
const bodyOf = (file: string) => readFileSync(file, 'utf8').replace(/^---\n[\s\S]*?\n---\n\n?/, '')
const nothing: ReadonlyMap<string, string> = new Map()

describe('shipped texts', () => {
  test('that were only opened leave as they came, to the byte', () => {
    expect(files.length).toBeGreaterThan(100)
    for (const file of files) {
      const { document, asOpened } = openText(bodyOf(file))
      expect(writeText(document, asOpened), file).toBe(bodyOf(file))
    }
  })

  test('every block of which is written anew mean the same', () => {
    for (const file of files) {
      const { document } = openText(bodyOf(file))
      expect(JSON.stringify(document), file).not.toContain('asWritten')
      const anew = writeText(document, nothing)
      expect(shown(anew), file).toBe(shown(bodyOf(file)))
      expect(openText(anew).document, file).toEqual(document)
    }
  })
})

describe('anything that can be written', () => {
  const letters = fc.constantFrom(
    ...('aäß1 .,;:!?"\'()*_[]<>`|~&#+-=\\{}^$/\u{1f600}\u00a0'.match(/./gu) ?? []),
  )
  const words = fc
    .array(letters, { minLength: 1, maxLength: 7 })
    .map((each) => each.join('').trim().replace(/ +/g, ' '))
    .filter((each) => each !== '')
  const marks = fc.constantFrom<readonly string[]>(
    [],
    [],
    ['bold'],
    ['italic'],
    ['bold', 'italic'],
    ['code'],
    ['link'],
    ['link', 'bold'],
  )
  const hrefs = fc.constantFrom(
    'route:terms#data_protection',
    'article:help/4',
    'https://example.org/a_(b)?x=1&y=2',
    'mailto:a@b.example',
  )
  const run = fc.tuple(words, marks, hrefs).map(
    ([text, names, href]): DocumentNode => ({
      type: 'text',
      ...(names.length > 0 && {
        marks: names.map((type) => (type === 'link' ? { type, attrs: { href } } : { type })),
      }),
      // Code in a cell cannot say it.
      text: text.replaceAll('\\|', '|'),
    }),
  )
  const line = fc.array(run, { minLength: 1, maxLength: 5 }).map(merged)
  const block = (type: string, content: DocumentNode[], attrs?: Record<string, unknown>): DocumentNode => ({
    type,
    ...(attrs && { attrs }),
    content,
  })
  const paragraph = fc
    .tuple(line, fc.option(line))
    .map(([first, second]) =>
      block('paragraph', second ? [...first, { type: 'hardBreak' }, ...second] : first),
    )
  const heading = fc
    .tuple(line, fc.integer({ min: 2, max: 4 }), fc.constantFrom(null, 'data_protection', 'a-b'))
    .map(([content, level, name]) => block('heading', content, { level, name }))
  const item = fc
    .tuple(line, fc.option(line))
    .map(([first, nested]) =>
      block('listItem', [
        block('paragraph', first),
        ...(nested ? [block('bulletList', [block('listItem', [block('paragraph', nested)])])] : []),
      ]),
    )
  const bullets = fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => block('bulletList', items))
  const numbers = fc
    .tuple(fc.array(item, { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 12 }))
    .map(([items, start]) => block('orderedList', items, { start }))
  const quote = fc
    .array(fc.oneof(paragraph, bullets), { minLength: 1, maxLength: 2 })
    .map((content) => block('blockquote', content))
  const cell = (type: string) => line.map((content) => block(type, [block('paragraph', content)]))
  const table = fc
    .tuple(
      fc.array(cell('tableHeader'), { minLength: 2, maxLength: 2 }),
      fc.array(fc.array(cell('tableCell'), { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 2 }),
    )
    .map(([head, rows]) =>
      block(
        'table',
        [head, ...rows].map((cells) => block('tableRow', cells)),
      ),
    )
  const code = fc
    .array(words, { minLength: 1, maxLength: 3 })
    .map((lines) => block('codeBlock', [{ type: 'text', text: lines.join('\n') }], { language: 'json' }))
  const rule = fc.constant<DocumentNode>({ type: 'horizontalRule' })
  const documents = fc.array(fc.oneof(paragraph, heading, bullets, numbers, quote, table, code, rule), {
    minLength: 1,
    maxLength: 5,
  })

  const shownAsWritten: string[] = []

  test('is read by the server as it stood in the editor, and opened again as it was', () => {
    fc.assert(
      fc.property(documents, (content) => {
        const markdown = writeText({ type: 'doc', content }, nothing)
        expect(seen(shown(markdown)), markdown).toBe(seen(content.map(htmlOf).join('')))
        const { document, asOpened } = openText(markdown)
        expect(writeText(document, asOpened), markdown).toBe(markdown)
        const again = document.content as DocumentNode[]
        // Rarely the two parsers of Markdown do not agree: then the editor shows it as it is written.
        if (again.some(({ type }) => type === 'asWritten')) return void shownAsWritten.push(markdown)
        expect(seen(again.map(htmlOf).join('')), markdown).toBe(seen(content.map(htmlOf).join('')))
      }),
      { numRuns: 500, seed: 2026 },
    )
    expect(shownAsWritten.length).toBeLessThanOrEqual(5)
  })
})

/** Neighbours with the same marks are one, as in the editor. */
function merged(nodes: readonly DocumentNode[]): DocumentNode[] {
  const found: DocumentNode[] = []
  for (const node of nodes) {
    const last = found.at(-1)
    if (last && JSON.stringify(last.marks) === JSON.stringify(node.marks))
      last.text = `${last.text}${node.text}`
    else found.push({ ...node })
  }
  return found
}

test('a picture keeps its words and its credit, whatever stands in them', () => {
  const words = fc
    .string({ unit: fc.constantFrom(...'aä ]["\'\\()!*_<&|`'), maxLength: 8 })
    .map((each) => each.trim().replace(/ +/g, ' '))
  fc.assert(
    fc.property(words, words, (alt, credit) => {
      const attrs = { id: 12, alt, credit }
      const markdown = writeText({ type: 'doc', content: [{ type: 'picture', attrs }] }, nothing)
      expect(openText(markdown).document.content, markdown).toEqual([{ type: 'picture', attrs }])
      const [paragraph] = parseMarkdown(markdown, { isEditors: true }).children
      const image = paragraph && 'children' in paragraph ? paragraph.children[0] : undefined
      expect(image, markdown).toMatchObject({ type: 'image', url: 'picture:12', alt })
      expect(image && 'title' in image ? (image.title ?? '') : undefined, markdown).toBe(credit)
    }),
    { numRuns: 300, seed: 2026 },
  )
})

const tags: Readonly<Record<string, string>> = {
  ...{
    paragraph: 'p',
    bulletList: 'ul',
    orderedList: 'ol',
    listItem: 'li',
    blockquote: 'blockquote',
    table: 'table',
  },
  ...{
    tableRow: 'tr',
    tableHeader: 'th',
    tableCell: 'td',
    codeBlock: 'pre',
    horizontalRule: 'hr',
    hardBreak: 'br',
  },
  ...{ bold: 'strong', italic: 'em', code: 'code', link: 'a' },
}

function htmlOf(node: DocumentNode): string {
  if (node.type === 'asWritten') return `<as-written>${String(node.attrs?.text)}`
  const inner =
    node.text === undefined
      ? (node.content ?? []).map(htmlOf).join('')
      : node.text.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  if (node.text !== undefined)
    return ['code', 'italic', 'bold', 'link'].reduce((html, type) => {
      const mark = node.marks?.find((each) => each.type === type)
      if (mark === undefined) return html
      return `<${tags[type]}${type === 'link' ? ` href="${String(mark.attrs?.href).replaceAll('&', '&amp;').replace('(', '%28').replace(')', '%29')}"` : ''}>${html}</${tags[type]}>`
    }, inner)
  if (node.type === 'heading')
    return `<h${node.attrs?.level}${node.attrs?.name ? ` id="${node.attrs.name}"` : ''}>${inner}</h${node.attrs?.level}>`
  const start = node.type === 'orderedList' && node.attrs?.start !== 1 ? ` start="${node.attrs?.start}"` : ''
  const tag = tags[node.type ?? ''] ?? node.type
  if (tag === 'br' || tag === 'hr') return `<${tag}>`
  return `<${tag}${start}>${node.type === 'codeBlock' ? `<code>${inner}</code>` : inner}</${tag}>`
}

/** Tags of blocks, and each letter with its marks, without blanks; paragraphs of tight lists and cells are left out. */
function seen(html: string): string {
  const open = new Map<string, string>()
  const blocks = html
    .replace(/<\/?(?:thead|tbody)>/g, '')
    .replace(/ class="[^"]*"/g, '')
    .replace(/(<(?:li|td|th)[^>]*>)\s*<p>/g, '$1')
    .replace(/<\/p>(?=\s*<(?:\/li|\/td|\/th|ul|ol))/g, '')
  let found = ''
  for (const [all, end, tag = ''] of blocks.matchAll(/<(\/?)([a-z][a-z0-9]*)[^<>]*>|&#?\w+;|[^<]/gu)) {
    if (/^(?:strong|em|code|a)$/.test(tag)) {
      if (end === '/') open.delete(tag)
      else open.set(tag, all)
    } else if (tag !== '') found += `\n${all.replace('\n', '')}`
    else if (decoded(all).trim() !== '') found += `\n${decoded(all)} ${[...open.values()].sort().join(' ')}`
  }
  return found
}

function decoded(letter: string): string {
  const [, number] = /^&#(x?[\da-f]+);$/i.exec(letter) ?? []
  if (number) return String.fromCodePoint(Number(number.startsWith('x') ? `0${number}` : number))
  const named: Readonly<Record<string, string>> = {
    '&lt;': '<',
    '&gt;': '>',
    '&amp;': '&',
    '&quot;': '"',
    '&nbsp;': '\u00a0',
  }
  return named[letter] ?? letter
}
