import type { Element, Root as HtmlRoot, RootContent } from 'hast'
import { toHtml } from 'hast-util-to-html'
import type { ListItem, Root } from 'mdast'
import { type State, toHast } from 'mdast-util-to-hast'

/** A tree as HTML elements. HTML that stood in the text is left out. */
export function elementsOf(tree: Root): HtmlRoot {
  return toHast(tree) as HtmlRoot
}

/** The same without line ends between elements inside of others, and each list item as loose as it says itself. */
export function denseElementsOf(tree: Root): HtmlRoot {
  const root = toHast(tree, { handlers: { break: lineBreak, listItem } }) as HtmlRoot
  return { ...root, children: root.children.map(dense) }
}

function lineBreak(): Element {
  return { type: 'element', tagName: 'br', properties: {}, children: [] }
}

/** The library looks at all items of the list for each of them, which takes minutes for a list made to that end. */
function listItem(state: State, item: ListItem): Element {
  const children = state.all(item).flatMap((child) => {
    const isTight = !item.spread && child.type === 'element' && child.tagName === 'p'
    return isTight ? child.children : [child]
  })
  return { type: 'element', tagName: 'li', properties: {}, children }
}

function dense<T extends RootContent>(node: T): T {
  if (node.type !== 'element') return node
  const children = node.children.filter((child) => child.type !== 'text' || child.value !== '\n')
  return { ...node, children: children.map(dense) }
}

/** Elements written out; what could begin a tag, end an attribute or name a sign in texts and attributes is escaped. */
export function writeHtml(elements: HtmlRoot): string {
  return toHtml(elements, { characterReferences: { useNamedReferences: true } })
}
