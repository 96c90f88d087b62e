import { Editor, mergeAttributes, Node } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import StarterKit from '@tiptap/starter-kit'
import { markdownOf } from '#platform/rules/markdown/from-document.ts'

export interface RichText {
  markdown: () => string
  /** From HTML of our own server. */
  fill: (html: string) => void
  focus: () => void
  run: (command: Command) => void
  can: (command: Command) => boolean
  isActive: (command: Command) => boolean
  link: () => string
  setLink: (href: string) => void
  insertPicture: (picture: { id: number; alt: string; src: string }) => void
  insertMaterial: (material: { id: number; title: string }) => void
}

const Picture = Node.create({
  name: 'picture',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    id: {
      parseHTML: (element) => Number(element.dataset.picture),
      renderHTML: ({ id }) => ({ 'data-picture': id }),
    },
    alt: { parseHTML: (element) => element.querySelector('img')?.alt ?? '', rendered: false },
    src: { parseHTML: (element) => element.querySelector('img')?.getAttribute('src') ?? '', rendered: false },
  }),
  parseHTML: () => [{ tag: 'figure[data-picture]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'figure',
    mergeAttributes(HTMLAttributes, { class: 'post-picture' }),
    ['img', { src: node.attrs.src, alt: node.attrs.alt }],
  ],
})

const Material = Node.create({
  name: 'material',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    id: {
      parseHTML: (element) => Number(element.dataset.material),
      renderHTML: ({ id }) => ({ 'data-material': id }),
    },
    title: {
      parseHTML: (element) => element.dataset.title ?? '',
      renderHTML: ({ title }) => ({ 'data-title': title }),
    },
  }),
  parseHTML: () => [{ tag: 'aside[data-material]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'aside',
    mergeAttributes(HTMLAttributes, { class: 'post-material' }),
    ['p', String(node.attrs.title)],
  ],
})

/** Without the widths of columns: the policy of our pages refuses styles in attributes. */
const PlainTable = Table.extend({
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
})

const commands = {
  bold: (editor: Editor) => editor.chain().focus().toggleBold(),
  italic: (editor: Editor) => editor.chain().focus().toggleItalic(),
  heading: (editor: Editor) => editor.chain().focus().toggleHeading({ level: 2 }),
  subheading: (editor: Editor) => editor.chain().focus().toggleHeading({ level: 3 }),
  list: (editor: Editor) => editor.chain().focus().toggleBulletList(),
  numbered: (editor: Editor) => editor.chain().focus().toggleOrderedList(),
  quote: (editor: Editor) => editor.chain().focus().toggleBlockquote(),
  rule: (editor: Editor) => editor.chain().focus().setHorizontalRule(),
  unlink: (editor: Editor) => editor.chain().focus().extendMarkRange('link').unsetLink(),
  table: (editor: Editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
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
  ...{
    bold: ['bold'],
    italic: ['italic'],
    list: ['bulletList'],
    numbered: ['orderedList'],
    quote: ['blockquote'],
  },
  ...{ heading: ['heading', { level: 2 }], subheading: ['heading', { level: 3 }], table: ['table'] },
}

/** Tiptap over what a post may hold; its document leaves as Markdown (`platform/rules/markdown/from-document.ts`). */
export function createRichText(options: {
  place: HTMLElement
  html: string
  attributes: Record<string, string>
  onChange: () => void
  onSelection: () => void
}): RichText {
  const editor = new Editor({
    element: options.place,
    extensions: [
      StarterKit.configure({
        ...{ code: false, codeBlock: false, strike: false, underline: false },
        heading: { levels: [2, 3] },
        link: { openOnClick: false, protocols: ['http', 'https'], defaultProtocol: 'https' },
      }),
      PlainTable.configure({ resizable: false }),
      ...[TableRow, TableHeader, TableCell, Picture, Material],
    ],
    content: options.html,
    // The policy of our pages refuses style elements; editor.css has what is needed.
    injectCSS: false,
    editorProps: { attributes: options.attributes },
    onUpdate: options.onChange,
    onTransaction: options.onSelection,
  })
  return {
    markdown: () => markdownOf(editor.getJSON()),
    fill: (html) => editor.commands.setContent(html, { emitUpdate: false }),
    focus: () => editor.commands.focus(),
    run: (command) => void commands[command](editor).run(),
    can: (command) =>
      editor.isEditable &&
      (command !== 'undo' || editor.can().undo()) &&
      (command !== 'redo' || editor.can().redo()),
    isActive: (command) => editor.isActive(...(activeAs[command] ?? ['nothing'])),
    link: () => String(editor.getAttributes('link').href ?? ''),
    setLink(href) {
      const chain = editor.chain().focus()
      if (!editor.state.selection.empty || editor.isActive('link'))
        chain.extendMarkRange('link').setLink({ href }).run()
      else chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    },
    insertPicture: (attrs) =>
      editor
        .chain()
        .focus()
        .insertContent([{ type: 'picture', attrs }, { type: 'paragraph' }])
        .run(),
    insertMaterial: (attrs) =>
      editor
        .chain()
        .focus()
        .insertContent([{ type: 'material', attrs }, { type: 'paragraph' }])
        .run(),
  }
}
