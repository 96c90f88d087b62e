import type { Block, MailContent } from '#platform/features/mail-type.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { layout } from './layout.ts'

export interface RenderedMail {
  subject: string
  html: string
  text: string
}

/** Everything between two markers of the layout. */
function pieceOf(name: string, from: string = layout): string {
  const [start, end] = [`<!--${name}-->`, `<!--/${name}-->`]
  const [at, until] = [from.indexOf(start), from.indexOf(end)]
  if (at < 0 || until < at) throw new Error(`the mail layout has no piece "${name}"`)
  return from.slice(at + start.length, until)
}

const lastPiece = '<!--/note-->'
/** What mail programs show beside the subject. */
const previewLength = 200
const head = layout.slice(0, layout.indexOf('<!--paragraph-->'))
const tail = layout.slice(layout.indexOf(lastPiece) + lastPiece.length, layout.indexOf('<!--link-->'))
const end = layout.slice(layout.indexOf('<!--/link-->') + '<!--/link-->'.length)
const pieces = {
  paragraph: pieceOf('paragraph'),
  button: pieceOf('button'),
  rows: pieceOf('rows'),
  note: pieceOf('note'),
  link: pieceOf('link'),
} as const
const row = pieceOf('row', pieces.rows)

/**
 * Fills the layout; every text is escaped here, so that no name or title can bring its own HTML. `links` stand below
 * the footer: where such mails are left.
 */
export function renderMail(
  content: MailContent,
  lang: string,
  links: readonly { text: string; href: string }[] = [],
  /** Who writes, as a business letter says it. */
  sender = '',
): RenderedMail {
  const subject = oneLine(content.subject)
  const frame = {
    lang,
    subject,
    preview: previewOf(content),
    heading: content.heading,
    footer: [content.footer, sender].filter(Boolean).join(' '),
  }
  const body = content.blocks.map(blockHtml).join('\n')
  return {
    subject,
    html:
      fill(head, frame) +
      body +
      fill(tail, frame) +
      links.map((link) => fill(pieces.link, link)).join('\n') +
      fill(end, frame),
    text: [
      content.heading,
      ...content.blocks.map((block) => blockText(block, lang)),
      `-- \n${frame.footer}`,
      ...links.map(({ text, href }) => `${text}\n${href}`),
    ].join('\n\n'),
  }
}

/** A header must stay one header: line breaks and control characters in a name become blanks. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

function previewOf(content: MailContent): string {
  const first = content.blocks.find((block) => block.kind === 'paragraph' || block.kind === 'prose')
  if (first?.kind === 'prose') return truncate(oneLine(first.text), previewLength)
  return first?.kind === 'paragraph' ? first.text : content.heading
}

function blockHtml(block: Block): string {
  if (block.kind === 'rows') {
    const rows = block.rows.map(([label, value]) => fill(row, { label, value })).join('')
    return pieces.rows.replace(`<!--row-->${row}<!--/row-->`, () => rows)
  }
  if (block.kind === 'button') return fill(pieces.button, { text: block.text, href: block.href })
  if (block.kind === 'prose') return pieces.paragraph.replace('[[text]]', () => block.html)
  return fill(pieces[block.kind], { text: block.text })
}

function blockText(block: Block, lang: string): string {
  if (block.kind === 'rows')
    return block.rows.map(([label, value]) => `${label}${colon(lang)} ${value}`).join('\n')
  if (block.kind === 'button') return `${block.text}\n${block.href}`
  return block.text
}

/** French puts a no-break space before it. */
function colon(lang: string): string {
  return lang.startsWith('fr') ? '\u00a0:' : ':'
}

function fill(piece: string, values: Readonly<Record<string, string>>): string {
  return piece.replace(/\[\[(\w+)\]\]/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`the mail layout asks for "${name}"`)
    return escapeHtml(value)
  })
}
