import type { ComponentType } from 'react'
import type { AnswerProps } from './contract.ts'

/** What a type shows its widgets with: instead of the plain ones, or around them. */
export interface TypePlayer {
  Player?: ComponentType<AnswerProps>
  Before?: ComponentType<AnswerProps>
  After?: ComponentType<AnswerProps>
}

/** The players of types that a plain form does not serve well enough; each is fetched when its type is on the page. */
const players: Readonly<Record<string, () => Promise<TypePlayer>>> = {
  gap_drag: () => import('../gap-drag/Player.tsx'),
  mark_words: () => import('../mark-words/Player.tsx'),
  match: () => import('../match/Player.tsx'),
  categorize: () => import('../categorize/Player.tsx'),
  order: () => import('../order/Player.tsx'),
  hotspot: () => import('../hotspot/Player.tsx'),
  label_image: () => import('../label-image/Player.tsx'),
  memory: () => import('../memory/Player.tsx'),
  flashcards: () => import('../flashcards/Player.tsx'),
  dictation: () => import('../dictation/Player.tsx'),
  video_quiz: () => import('../video-quiz/Player.tsx'),
  word_search: () => import('../word-search/Player.tsx'),
  crossword: () => import('../crossword/Player.tsx'),
  essay: () => import('../essay/Player.tsx'),
  draw: () => import('../draw/Player.tsx'),
  upload: () => import('../upload/Player.tsx'),
}

const known = new Map<string, TypePlayer>()

/** The player of a type that was fetched before. */
export function knownPlayer(type: string): TypePlayer | undefined {
  return known.get(type)
}

/** Fetches the player of a type; undefined: it has none, or there is no network. */
export async function fetchPlayer(type: string): Promise<TypePlayer | undefined> {
  const fetched = await players[type]?.().catch(() => undefined)
  if (fetched) known.set(type, fetched)
  return fetched
}
