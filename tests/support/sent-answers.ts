import type { Answers } from '../../src/exercises/model/task/widget.ts'
import { contentSchema, shownAgain } from '../../src/exercises/model/unit.ts'

/** Answers by the ids of a content as somebody sends them who was shown it, by element. */
export function sentAnswers(content: unknown): (elementId: string, answers: Answers) => Answers {
  const all = contentSchema.parse(content).pages.flatMap(({ elements }) => elements)
  const elements = new Map(all.map((element) => [element.id, element]))
  return (elementId, answers) => {
    const element = elements.get(elementId)
    return element ? shownAgain(element, answers) : answers
  }
}
