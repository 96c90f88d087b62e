/** One piece of what a tool makes, and of a document: data, drawn in one place for pages, print and files. */
export type Block =
  | { type: 'heading'; text: string; level?: 2 | 3 }
  | { type: 'para'; text: string }
  | { type: 'list'; items: string[]; ordered?: boolean }
  | { type: 'table'; head: string[]; rows: string[][]; caption?: string }
  /** Squares of letters or fields; null: a blank that is no part of it. */
  | { type: 'grid'; label: string; rows: (string | null)[][]; numbers?: Record<string, number> }
  /** A task for pupils. `options`: to tick; without any there are lines to write on. */
  | { type: 'task'; prompt: string; options?: string[]; lines?: number; key: string[] }
  | { type: 'lines'; count: number }
  | { type: 'page_break' }
  | { type: 'solution'; blocks: Block[] }

/** Every text of blocks, in reading order. */
export function textsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block): string[] => {
    switch (block.type) {
      case 'heading':
      case 'para':
        return [block.text]
      case 'list':
        return block.items
      case 'table':
        return [...(block.caption === undefined ? [] : [block.caption]), ...block.head, ...block.rows.flat()]
      case 'grid':
        return [block.label]
      case 'task':
        return [block.prompt, ...(block.options ?? []), ...block.key]
      case 'solution':
        return textsOf(block.blocks)
      default:
        return []
    }
  })
}
