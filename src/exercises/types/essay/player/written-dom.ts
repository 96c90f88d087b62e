import { writeWritten } from '#exercises/model/text/write-text.ts'
import { type Block, readWritten, type Span } from '#exercises/model/text/written-text.ts'

type Marks = Omit<Span, 'text'>

/** Shows a text in a field as it looks: built of words, so that nothing of it is ever read as HTML. */
export function showWritten(field: HTMLElement, text: string): void {
  field.replaceChildren(...readWritten(text).map(blockOf))
}

function blockOf({ kind, lines }: Block): HTMLElement {
  const block = document.createElement(kind)
  for (const [at, line] of lines.entries()) {
    const place = kind === 'p' ? block : block.appendChild(document.createElement('li'))
    if (kind === 'p' && at > 0) block.append(document.createElement('br'))
    place.append(...line.map(spanOf))
  }
  return block
}

function spanOf({ text, isBold, isItalic, isUnderlined }: Span): Node {
  const names = [isBold && 'strong', isItalic && 'em', isUnderlined && 'u'].filter(
    (name) => name !== undefined,
  )
  return names.reduce<Node>((inner, name) => {
    if (!name) return inner
    const around = document.createElement(name)
    around.append(inner)
    return around
  }, document.createTextNode(text))
}

/** What stands in a field, as it is kept; of what a browser puts there words, marks and lists count alone. */
export function writtenIn(field: HTMLElement): string {
  const reading = new Reading()
  reading.readAll(field, {}, 'p')
  return writeWritten(reading.blocks.filter(({ lines }) => lines.some((line) => line.length > 0)))
}

class Reading {
  readonly blocks: Block[] = []
  private isOpen = false

  readAll(parent: Node, marks: Marks, kind: Block['kind']): void {
    for (const node of parent.childNodes) this.read(node, marks, kind)
  }

  private read(node: Node, marks: Marks, kind: Block['kind']): void {
    if (node instanceof Text) this.say(node.data.replace(/[\s\u00a0]/g, ' '), marks)
    if (!(node instanceof HTMLElement)) return
    const name = node.localName
    // A paragraph inside of a line of a list is that line.
    const isBlock = kind === 'p' && (name === 'p' || name === 'div')
    if (isBlock) this.isOpen = false
    if (name === 'br') this.breakLine(kind)
    else if (name === 'ul' || name === 'ol') this.readList(node, marks, name)
    else this.readAll(node, marksOf(node, marks), kind)
    if (isBlock) this.isOpen = false
  }

  private readList(list: HTMLElement, marks: Marks, kind: 'ul' | 'ol'): void {
    const last = this.blocks.at(-1)
    // A list in a list goes on with its lines.
    const isInside = list.parentElement?.closest('li') && last && last.kind !== 'p'
    if (!isInside) this.blocks.push({ kind, lines: [] })
    for (const line of list.children) {
      if (line.localName === 'ul' || line.localName === 'ol') {
        this.readAll(line, marks, kind)
        continue
      }
      this.blocks.at(-1)?.lines.push([])
      this.isOpen = true
      this.readAll(line, marks, kind)
    }
    this.isOpen = false
  }

  private say(text: string, marks: Marks): void {
    if (text === '') return
    // Between blocks there are blanks nobody sees.
    if (!this.isOpen && text.trim() === '') return
    if (!this.isOpen) this.blocks.push({ kind: 'p', lines: [[]] })
    this.isOpen = true
    this.blocks
      .at(-1)
      ?.lines.at(-1)
      ?.push({ text, ...marks })
  }

  private breakLine(kind: Block['kind']): void {
    if (kind !== 'p') this.say(' ', {})
    else if (this.isOpen) this.blocks.at(-1)?.lines.push([])
  }
}

const tags: Readonly<Record<string, Marks>> = {
  b: { isBold: true },
  strong: { isBold: true },
  i: { isItalic: true },
  em: { isItalic: true },
  u: { isUnderlined: true },
}

/** Browsers take marks back by styles, too. */
function marksOf({ localName, style }: HTMLElement, around: Marks): Marks {
  const marks: Marks = { ...around, ...tags[localName] }
  if (/^(bold|[6-9]00)/.test(style.fontWeight)) marks.isBold = true
  if (/^(normal|[1-5]00)/.test(style.fontWeight)) delete marks.isBold
  if (style.fontStyle === 'italic') marks.isItalic = true
  if (style.fontStyle === 'normal') delete marks.isItalic
  if (style.textDecorationLine.includes('underline')) marks.isUnderlined = true
  if (style.textDecorationLine === 'none') delete marks.isUnderlined
  return marks
}
