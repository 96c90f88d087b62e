/** A piece of a text that lies in a range. */
interface Piece {
  node: Text
  from: number
  to: number
}

/** Read before anything is cut: cutting moves the range. */
function piecesIn(range: Range): Piece[] {
  const root = range.commonAncestorContainer
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const nodes: Text[] = root instanceof Text ? [root] : []
  while (walker.nextNode()) nodes.push(walker.currentNode as Text)
  return nodes
    .filter((node) => range.intersectsNode(node))
    .map((node) => ({
      node,
      from: node === range.startContainer ? range.startOffset : 0,
      to: node === range.endContainer ? range.endOffset : node.length,
    }))
}

/**
 * Says of the words of a range in which language they are; undefined: in that of what stands around them. Paragraphs and what is
 * bold stay as they are; words that were marked before are marked anew.
 */
export function markLanguage(range: Range, lang: string | undefined): void {
  for (const { node, from, to } of piecesIn(range)) {
    const marked = node.parentElement?.closest<HTMLElement>('span[lang]')
    if (marked) {
      if (lang === undefined) marked.replaceWith(...marked.childNodes)
      else marked.lang = lang
      continue
    }
    if (lang === undefined || node.data.slice(from, to).trim() === '') continue
    if (to < node.length) node.splitText(to)
    const words = from > 0 ? node.splitText(from) : node
    const span = document.createElement('span')
    span.lang = lang
    words.replaceWith(span)
    span.append(words)
  }
}
