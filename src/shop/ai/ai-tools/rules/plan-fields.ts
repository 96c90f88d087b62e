import type { Field } from './tool.ts'

export const planSubjects = ['language', 'maths', 'science', 'society', 'arts'] as const
export type PlanSubject = (typeof planSubjects)[number]

export const stages = ['primary', 'lower', 'upper'] as const
export type Stage = (typeof stages)[number]

/** What every plan is asked for: a topic, a subject with a library of its own, a stage. */
export const topicField = { key: 'topic', kind: 'text', max: 120, required: true } as const satisfies Field
export const subjectField = {
  key: 'planSubject',
  kind: 'select',
  options: planSubjects,
  preset: 'science',
} as const satisfies Field
export const stageField = {
  key: 'stage',
  kind: 'select',
  options: stages,
  preset: 'lower',
} as const satisfies Field

/** A line of a template with its topic. */
export function withTopic(line: string, topic: string): string {
  return line.replaceAll('[t]', topic)
}

/** The parts of a line of a template: "what is done | how | with what". */
export function partsOf(line: string): string[] {
  return line.split('|').map((part) => part.trim())
}
