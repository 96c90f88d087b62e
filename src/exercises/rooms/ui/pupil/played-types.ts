import type { AnswersByElement } from '#exercises/browser/practice.ts'
import type { PublicElement } from '#exercises/model/unit.ts'
import type { Outcome } from '#exercises/player/state/contract.ts'

/** A task as its player gets it: what its pupil may see, and nothing of its key. */
export interface PlayedTask {
  element: PublicElement
  number: number
  answers: AnswersByElement[string]
  outcome?: Outcome | undefined
  /** Language of what its author wrote. */
  wordsLang: string
}

/**
 * Types that are played in a room as at practice. What draws, sends files, writes or keeps time has parts of its own in rooms, and
 * who plays pairs alone has to know them.
 */
const playedTypes = new Set([
  'categorize',
  'crossword',
  'gap_drag',
  'hotspot',
  'label_image',
  'mark_words',
  'match',
  'order',
  'word_search',
])

/** Whether a task has a player in rooms. */
export function isPlayed({ type }: Pick<PublicElement, 'type'>): boolean {
  return playedTypes.has(type)
}
