import { getSchema, type JSONContent, mergeAttributes, Node } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { MarkdownManager } from '@tiptap/markdown'
import type { Node as DocumentPart, Schema } from '@tiptap/pm/model'
import StarterKit from '@tiptap/starter-kit'
import { type DocumentNode, markdownOf } from '#platform/rules/markdown/from-document.ts'
import { NamedHeading, PlainOrderedList } from './blocks.ts'

/*
 * Markdown of the editors in the rich editor and back. What nobody touched leaves as it was written, to the byte; what the
 * editor has no block for stays in it as it is written.
 */

/** A block that is only shown: HTML, footnotes, and what the editor could not write again as it was. */
export const AsWritten = Node.create({
  name: 'asWritten',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    text: {
      parseHTML: (element) => element.textContent ?? '',
      rendered: false,
    },
  }),
  parseHTML: () => [{ tag: 'pre[data-as-written]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'pre',
    mergeAttributes(HTMLAttributes, { 'data-as-written': '' }),
    String(node.attrs.text),
  ],
})

/** Addresses of pictures by their ids: they are signed, and no part of the text. */
export const pictureAddresses = new Map<string, string>()

/** A picture of ours, alone in its paragraph: `![words](picture:12 "credit")`. */
export const Picture = Node.create({
  name: 'picture',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    id: { default: 0, rendered: false },
    alt: { default: '', rendered: false },
    credit: { default: '', rendered: false },
  }),
  renderHTML({ node }) {
    const { id, alt, credit } = node.attrs
    const src = pictureAddresses.get(String(id)) ?? ''
    return ['figure', { 'data-picture': String(id) }, ['img', { src, alt }], ['figcaption', String(credit)]]
  },
})

const pictureLine = /^!\[((?:[^\]\\]|\\.)*)\]\(picture:([1-9]\d{0,14})(?: "((?:[^"\\]|\\.)*)")?\)$/

function pictureIn(text: string): JSONContent | undefined {
  const [, alt, id, credit = ''] = pictureLine.exec(text) ?? []
  if (alt === undefined) return undefined
  const plain = (words: string) => words.replace(/\\([!-/:-@[-`{-~])/g, '$1').replace(/&#92;/g, '\\')
  return { type: 'picture', attrs: { id: Number(id), alt: plain(alt), credit: plain(credit) } }
}

/** Without the widths of columns: the policy of our pages refuses styles in attributes. */
const PlainTable = Table.extend({
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
})

/** What a text of the editors is made of. */
export const blocks = [
  StarterKit.configure({
    ...{ heading: false, orderedList: false, strike: false, underline: false },
    link: {
      openOnClick: false,
      protocols: ['route', 'article', 'material', 'author', 'exercise', 'tel'],
      defaultProtocol: 'https',
      // Of `javascript:` and the like the checks say that they lead nowhere.
      isAllowedUri: (href) => !/^\s*(?:javascript|data|vbscript):/i.test(href),
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  NamedHeading,
  PlainOrderedList,
  PlainTable.configure({ resizable: false }),
  ...[TableRow, TableHeader, TableCell, AsWritten, Picture],
]

let manager: MarkdownManager | undefined
let schema: Schema | undefined

/** The reader is made once: it registers itself at the one Markdown parser of the page. */
function reader(): { manager: MarkdownManager; schema: Schema } {
  manager ??= new MarkdownManager({ extensions: blocks })
  schema ??= getSchema(blocks)
  return { manager, schema }
}

/** How the blocks of a text were written: what is the same when it leaves is not written anew. */
export type AsOpened = ReadonlyMap<string, string>

export interface OpenedText {
  document: JSONContent
  asOpened: AsOpened
}

/** A text as the editor's document. */
export function openText(markdown: string): OpenedText {
  const { manager } = reader()
  const tokens = manager.instance.lexer(markdown)
  const hasNotes = Object.keys(tokens.links).length > 0
  const asOpened = new Map<string, string>()
  const content: JSONContent[] = []
  const raws: string[] = []
  for (const { type, raw } of tokens) {
    if (type === 'space') continue
    const text = raw.replace(/^\n+|\s+$/g, '')
    if (text === '') continue
    // A link that is explained elsewhere in the text cannot be read alone.
    const read = type === 'def' || (hasNotes && text.includes('[')) ? undefined : blocksIn(text)
    for (const block of read ?? [{ type: 'asWritten', attrs: { text } }]) {
      content.push(block)
      raws.push(read === undefined || read.length === 1 ? text : '')
    }
  }
  for (const [from, to] of runsOf(content)) {
    const written = raws.slice(from, to)
    // Indented code is code only where it stands.
    if (written.every((text) => text !== '' && !/^\s/.test(text)))
      asOpened.set(JSON.stringify(content.slice(from, to)), written.join('\n\n'))
  }
  return {
    document: { type: 'doc', content: content.length === 0 ? [{ type: 'paragraph' }] : content },
    asOpened,
  }
}

/** The editor's document as Markdown. */
export function writeText(document: JSONContent, asOpened: AsOpened): string {
  const content = document.content ?? []
  const written = runsOf(content).flatMap(([from, to]) => {
    const run = content.slice(from, to)
    const text = asOpened.get(JSON.stringify(run)) ?? anew(run)
    return text === '' ? [] : [text]
  })
  return written.length === 0 ? '' : `${written.join('\n\n')}\n`
}

function anew(content: JSONContent[]): string {
  return markdownOf({ type: 'doc', content } as DocumentNode, 'editors')
}

/** Blocks that are written together: lists beside each other, which would else be one. Each from, to. */
function runsOf(content: readonly JSONContent[]): [number, number][] {
  const runs: [number, number][] = []
  for (const [at, { type = '' }] of content.entries()) {
    const last = runs.at(-1)
    if (last && /List$/.test(type) && content[at - 1]?.type === type) last[1] = at + 1
    else runs.push([at, at + 1])
  }
  return runs
}

/** The blocks of a piece of Markdown; undefined: the editor could not write it as it means. */
function blocksIn(text: string): JSONContent[] | undefined {
  const picture = pictureIn(text)
  if (picture) return [picture]
  const { manager, schema } = reader()
  let part: DocumentPart
  try {
    part = schema.nodeFromJSON({ type: 'doc', content: joined(manager.parse(text).content ?? []) })
    part.check()
  } catch {
    return undefined
  }
  const { content = [] } = part.toJSON() as JSONContent
  const again = htmlOf(anew(content))
  return again === htmlOf(text) ? content : undefined
}

/** A line end inside a paragraph is a blank. */
function joined(nodes: readonly JSONContent[]): JSONContent[] {
  return nodes.map((node) => ({
    ...node,
    ...(node.content && node.type !== 'codeBlock' && { content: joined(node.content) }),
    ...(node.text !== undefined &&
      !node.marks?.some(({ type }) => type === 'code') && { text: node.text.replace(/\n/g, ' ') }),
  }))
}

/** What it means: HTML by the same parser, whatever its blanks. */
function htmlOf(markdown: string): string {
  return String(reader().manager.instance.parse(markdown, { async: false }))
    .replace(/[ \n]+/g, ' ')
    .replace(/ (?=<)|(?<=>) /g, '')
}
