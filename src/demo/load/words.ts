import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

const commaList = z.string().transform((text) => text.split(',').map((each) => each.trim()))

const topicGroup = z.enum(['mathematics', 'language', 'foreign', 'science', 'society', 'arts', 'other'])
export type TopicGroup = z.infer<typeof topicGroup>

const wordsSchema = z.strictObject({
  /** Topics per group of subjects; `other` serves every subject without an own list. */
  topics: z.record(topicGroup, commaList),
  /** What is done with a topic; German joins it to the topic word. */
  activities: commaList,
  /** Ends of titles. */
  extras: commaList,
  /** Sentences of descriptions. */
  sentences: z.array(z.string()),
  firstNames: commaList,
  lastNames: commaList,
})

/** Vocabulary of the load catalogue: what titles, keywords and descriptions of a world are composed of. */
export function benchWords(world: LiveWorldCode): z.infer<typeof wordsSchema> {
  return wordsSchema.parse(parse(readFileSync(new URL(`./words/${world}.yaml`, import.meta.url), 'utf8')))
}

/** Which topics a subject's concept draws from. */
export function topicGroupOf(concept: string): TopicGroup {
  if (/math|algebra|geometry|programming|computer/.test(concept)) return 'mathematics'
  if (/native|literature|second-language|phonics|early/.test(concept)) return 'language'
  if (/english|french|spanish|italian|german|latin|russian|greek|portuguese|clil/.test(concept))
    return 'foreign'
  if (/science|biolog|chem|physic|natur|ecolog|general|technolog|health/.test(concept)) return 'science'
  if (/histor|geograph|politic|econom|civics|social|law|religion|ethic|philosoph/.test(concept))
    return 'society'
  if (/art|music|theatre|drawing|craft|sports|physical/.test(concept)) return 'arts'
  return 'other'
}
