import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type LiveWorldCode, liveWorldCodes } from '#platform/rules/contract/world.ts'

/** What most people type: names, titles, one or two words of the subject. */
const everydayClasses = ['exact', 'inflected', 'multi-word', 'curriculum', 'folded', 'zero-result'] as const

/** What needs more than the words of a title: slips, other words, grades in words, pasted sentences. */
const hardClasses = [
  'typo',
  'compound',
  'author',
  'grade-words',
  'rescue',
  'paraphrase',
  'greeklish',
  'no-accents',
  'subject',
  'question',
  'long-text',
  'free',
  'type',
] as const

const gradeSchema = z.number().int().min(1).max(3)

/** Grades: 3 is what is meant, 2 is about it in another form, 1 touches it. */
const querySchema = z.object({
  query: z.string(),
  class: z.enum([...everydayClasses, ...hardClasses]),
  expected: z.record(z.string(), gradeSchema),
})

/** `further`: hard ones that were written later; they have a line of their own, so that a set stays comparable with itself. */
const judgedSchema = z.object({
  world: z.enum(liveWorldCodes),
  queries: z.array(querySchema),
  further: z.array(querySchema).default([]),
})
export type Judged = z.infer<typeof judgedSchema>

/** `notFirst` may stand among the similar ones, but never at their head. */
const similarSchema = z.record(
  z.enum(liveWorldCodes),
  z.array(
    z.object({
      of: z.string(),
      similar: z.array(z.string()).min(1).max(4),
      notFirst: z.array(z.string()).min(1).max(2),
    }),
  ),
)
export type JudgedSimilar = z.infer<typeof similarSchema>

export function isHard(kind: string): boolean {
  return hardClasses.some((hard) => hard === kind)
}

/** The judged queries of a world: of the project, or of a folder with files of the same form. */
export async function readJudged(world: LiveWorldCode, folder?: string): Promise<Judged> {
  const path = folder === undefined ? undefined : join(folder, `${world}.json`)
  return judgedSchema.parse(
    path === undefined ? await readJson(world) : JSON.parse(await readFile(path, 'utf8')),
  )
}

export async function readSimilar(): Promise<JudgedSimilar> {
  return similarSchema.parse(await readJson('similar'))
}

async function readJson(name: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(`./judged/${name}.json`, import.meta.url), 'utf8'))
}
