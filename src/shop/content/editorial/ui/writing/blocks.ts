import Heading from '@tiptap/extension-heading'
import { OrderedList } from '@tiptap/extension-list'

const name = /\s*\{\s*#([\w-]+)\s*\}\s*$/

/** A heading with the name its anchor has: `## Words { #name }`. */
export const NamedHeading = Heading.extend({
  addAttributes() {
    return {
      ...this.parent?.(),
      name: {
        default: null,
        parseHTML: () => null,
        renderHTML: ({ name: anchor }) => (anchor ? { 'data-name': anchor } : {}),
      },
    }
  },
  parseMarkdown: (token, helpers) => {
    const inline = structuredClone(token.tokens ?? [])
    const last = inline.at(-1)
    const [whole, anchor = null] = (last?.type === 'text' && name.exec(last.text ?? '')) || []
    if (last && whole !== undefined) {
      last.text = (last.text ?? '').slice(0, -whole.length)
      last.raw = last.text
      if (last.text === '') inline.pop()
    }
    const attrs = { level: token.depth || 2, name: anchor }
    return helpers.createNode('heading', attrs, helpers.parseInline(inline))
  },
})

/** Lists as Markdown's own parser reads them: the library's reader takes "Dr. Meyer" for one, and joins two beside each other. */
export const PlainOrderedList = OrderedList.extend({
  markdownTokenizer: { name: 'orderedList', level: 'block', start: () => -1, tokenize: () => undefined },
  parseMarkdown: (token, helpers) =>
    token.type === 'list' && token.ordered
      ? helpers.createNode(
          'orderedList',
          { start: Number(token.start ?? 1) },
          helpers.parseChildren(token.items ?? []),
        )
      : [],
})
