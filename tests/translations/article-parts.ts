import type { Nodes, Root } from 'mdast'
import { wordsOf } from '../../src/platform/rules/markdown/tree.ts'

/** Every heading with its level and the id it was given by `{ #id }`. */
export function headingsOf(tree: Root): { depth: number; text: string; id: string | undefined }[] {
  return tree.children.flatMap((node) => {
    if (node.type !== 'heading') return []
    const id = node.data?.hProperties?.id
    return [{ depth: node.depth, text: wordsOf(node), id: typeof id === 'string' ? id : undefined }]
  })
}

/** Every address a text leads to, as it is written. */
export function linksOf(tree: Root): string[] {
  const found: string[] = []
  visit(tree, (node) => {
    if (node.type === 'link' || node.type === 'definition') found.push(node.url)
  })
  return found
}

function visit(node: Nodes, see: (node: Nodes) => void): void {
  see(node)
  if ('children' in node) for (const child of node.children) visit(child, see)
}
