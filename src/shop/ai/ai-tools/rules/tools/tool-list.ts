import type { Tool } from '../tool.ts'
import { feedback } from './class/feedback/tool.ts'
import { groups } from './class/groups/tool.ts'
import { letter } from './class/letter/tool.ts'
import { report } from './class/report/tool.ts'
import { arithmetic } from './games/arithmetic/tool.ts'
import { bingo } from './games/bingo/tool.ts'
import { crossword } from './games/crossword/tool.ts'
import { pairs } from './games/pairs/tool.ts'
import { wordSearch } from './games/word-search/tool.ts'
import { exitTicket } from './planning/exit-ticket/tool.ts'
import { goals } from './planning/goals/tool.ts'
import { lessonPlan } from './planning/lesson-plan/tool.ts'
import { rubric } from './planning/rubric/tool.ts'
import { unitPlan } from './planning/unit-plan/tool.ts'
import { warmUp } from './planning/warm-up/tool.ts'
import { listing } from './selling/listing/tool.ts'
import { gapText } from './texts/gap-text/tool.ts'
import { level } from './texts/level/tool.ts'
import { questions } from './texts/questions/tool.ts'
import { quiz } from './texts/quiz/tool.ts'
import { summary } from './texts/summary/tool.ts'
import { threeLevels } from './texts/three-levels/tool.ts'
import { vocabulary } from './texts/vocabulary/tool.ts'

/** Every tool, in the order in which the list shows them. */
export const tools: readonly Tool[] = [
  ...[quiz, gapText, questions, vocabulary, summary, threeLevels, level],
  ...[arithmetic, wordSearch, crossword, pairs, bingo],
  ...[lessonPlan, unitPlan, goals, rubric, exitTicket, warmUp],
  ...[groups, letter, feedback, report],
  listing,
]

const byId = new Map(tools.map((tool) => [tool.id, tool]))

/** The tool of an id. */
export function toolOf(id: string): Tool | undefined {
  return byId.get(id)
}
