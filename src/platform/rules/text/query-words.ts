import { maxQueryLength } from '#platform/limits.ts'
import { cleanText } from './clean-text.ts'
import { truncate } from './truncate.ts'

const maxWords = 8

/** The words of a query; words after the eighth are ignored. */
export function queryWords(query: string): string[] {
  return cleanText(truncate(query, maxQueryLength)).split(/\s+/).filter(Boolean).slice(0, maxWords)
}
