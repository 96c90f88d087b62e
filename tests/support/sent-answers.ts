import { contentSchema, shownAgain } from '../../src/shared/interactive/unit.ts'
import type { Answers } from '../../src/shared/interactive/widget.ts'

/** Answers by the ids of a content as somebody sends them who was shown it, by element. */
export function sentAnswers(content: unknown): (elementId: string, answers: Answers) => Answers {
  const all = contentSchema.parse(content).pages.flatMap(({ elements }) => elements)
  const elements = new Map(all.map((element) => [element.id, element]))
  return (elementId, answers) => {
    const element = elements.get(elementId)
    return element ? shownAgain(element, answers) : answers
  }
}
