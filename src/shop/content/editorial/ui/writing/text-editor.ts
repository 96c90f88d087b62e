import { Editor } from '@tiptap/core'
import { type AsOpened, blocks, openText, pictureAddresses, writeText } from './dialect.ts'
import { cleanPasted } from './paste.ts'

export interface TextEditor {
  markdown: () => string
  fill: (markdown: string) => void
  focus: () => void
  run: (command: Command) => void
  can: (command: Command) => boolean
  isActive: (command: Command) => boolean
  link: () => string
  /** `title` is written where no words are chosen. */
  setLink: (href: string, title: string) => void
  /** The name of the heading's anchor; undefined: no heading. */
  anchor: () => string | undefined
  setAnchor: (name: string) => void
  insertPicture: (picture: { id: number; alt: string; credit: string; src: string }) => void
}

const commands = {
  bold: (editor: Editor) => editor.chain().focus().toggleBold(),
  italic: (editor: Editor) => editor.chain().focus().toggleItalic(),
  code: (editor: Editor) => editor.chain().focus().toggleCode(),
  heading: (editor: Editor) => editor.chain().focus().toggleHeading({ level: 2 }),
  subheading: (editor: Editor) => editor.chain().focus().toggleHeading({ level: 3 }),
  list: (editor: Editor) => editor.chain().focus().toggleBulletList(),
  numbered: (editor: Editor) => editor.chain().focus().toggleOrderedList(),
  quote: (editor: Editor) => editor.chain().focus().toggleBlockquote(),
  rule: (editor: Editor) => editor.chain().focus().setHorizontalRule(),
  unlink: (editor: Editor) => editor.chain().focus().extendMarkRange('link').unsetLink(),
  table: (editor: Editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
  // In the page of questions each third heading unfolds, with what follows it.
  question: (editor: Editor) =>
    editor
      .chain()
      .focus()
      .insertContent([{ type: 'heading', attrs: { level: 3 } }, { type: 'paragraph' }]),
  addRow: (editor: Editor) => editor.chain().focus().addRowAfter(),
  addColumn: (editor: Editor) => editor.chain().focus().addColumnAfter(),
  deleteRow: (editor: Editor) => editor.chain().focus().deleteRow(),
  deleteColumn: (editor: Editor) => editor.chain().focus().deleteColumn(),
  deleteTable: (editor: Editor) => editor.chain().focus().deleteTable(),
  undo: (editor: Editor) => editor.chain().focus().undo(),
  redo: (editor: Editor) => editor.chain().focus().redo(),
}
export type Command = keyof typeof commands

const activeAs: Partial<Record<Command, [string, object?]>> = {
  ...{ bold: ['bold'], italic: ['italic'], code: ['code'] },
  ...{ list: ['bulletList'], numbered: ['orderedList'], quote: ['blockquote'] },
  ...{ heading: ['heading', { level: 2 }], subheading: ['heading', { level: 3 }], table: ['table'] },
}

/** Longer ones are written as Markdown: their reader may need minutes. */
export const maxRich = 60_000
/** HTML of the clipboard: Word needs twenty letters for one. */
const maxPasted = 2_000_000

/** Tiptap over what a text of the editors may hold. */
export function createTextEditor(options: {
  place: HTMLElement
  markdown: string
  /** Addresses of pictures by their ids. */
  pictures: Record<string, string>
  attributes: Record<string, string>
  onChange: () => void
  onSelection: () => void
}): TextEditor {
  for (const [id, src] of Object.entries(options.pictures)) pictureAddresses.set(id, src)
  const opened = openText(options.markdown)
  let asOpened: AsOpened = opened.asOpened
  const editor = new Editor({
    element: options.place,
    extensions: blocks,
    content: opened.document,
    // The policy of our pages refuses style elements; rich-text.css has what is needed.
    injectCSS: false,
    editorProps: {
      attributes: options.attributes,
      transformPastedHTML: (html) => (html.length > maxPasted ? '' : cleanPasted(html)),
      handlePaste(_view, event) {
        const data = event.clipboardData
        const text = data?.getData('text/plain') ?? ''
        if (data?.types.includes('text/html') || text.length > maxRich) return text.length > maxRich
        if (!/\n|^(#{2,4}|[-*>]|\d+\.) |\]\(/.test(text)) return false
        editor.commands.insertContent(openText(text).document.content ?? [])
        return true
      },
    },
    onUpdate: options.onChange,
    onTransaction: options.onSelection,
  })
  return {
    markdown: () => writeText(editor.getJSON(), asOpened),
    fill(markdown) {
      const fresh = openText(markdown)
      asOpened = fresh.asOpened
      editor.commands.setContent(fresh.document, { emitUpdate: false })
    },
    focus: () => editor.commands.focus(),
    run: (command) => void commands[command](editor).run(),
    can: (command) => (command !== 'undo' && command !== 'redo') || editor.can()[command](),
    isActive: (command) => editor.isActive(...(activeAs[command] ?? ['nothing'])),
    link: () => String(editor.getAttributes('link').href ?? ''),
    setLink(href, title) {
      const chain = editor.chain().focus()
      if (!editor.state.selection.empty || editor.isActive('link'))
        chain.extendMarkRange('link').setLink({ href }).run()
      else
        chain
          .insertContent({ type: 'text', text: title, marks: [{ type: 'link', attrs: { href } }] })
          .unsetMark('link')
          .run()
    },
    anchor: () =>
      editor.isActive('heading') ? String(editor.getAttributes('heading').name ?? '') : undefined,
    insertPicture({ src, ...attrs }) {
      pictureAddresses.set(String(attrs.id), src)
      editor
        .chain()
        .focus()
        .insertContent([{ type: 'picture', attrs }, { type: 'paragraph' }])
        .run()
    },
    setAnchor: (name) =>
      editor
        .chain()
        .focus()
        .updateAttributes('heading', { name: name || null })
        .run(),
  }
}
