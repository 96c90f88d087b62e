import type { Tool } from '../tool.ts'
import { groups } from './class/groups/tool.ts'
import { arithmetic } from './games/arithmetic/tool.ts'
import { bingo } from './games/bingo/tool.ts'
import { crossword } from './games/crossword/tool.ts'
import { wordSearch } from './games/word-search/tool.ts'
import { gapText } from './texts/gap-text/tool.ts'

/** Every tool, in the order in which the list shows them. */
export const tools: readonly Tool[] = [gapText, wordSearch, crossword, bingo, arithmetic, groups]

const byId = new Map(tools.map((tool) => [tool.id, tool]))

/** The tool of an id. */
export function toolOf(id: string): Tool | undefined {
  return byId.get(id)
}
