import type { ComponentType } from 'react'
import type { AnswerProps } from './contract.ts'

/** What a type shows its widgets with: instead of the plain ones, or around them. */
export interface TypePlayer {
  Player?: ComponentType<AnswerProps>
  Before?: ComponentType<AnswerProps>
  After?: ComponentType<AnswerProps>
}

/**
 * The players of types that a plain form does not serve well enough, by their folders (`types/gap-drag/player/Player.tsx` is that of
 * `gap_drag`); each is a file of its own, fetched when its type is on the page.
 */
const players = import.meta.glob<TypePlayer>('../../types/*/player/Player.tsx')
const folderOf = (type: string) => type.replaceAll('_', '-')

const known = new Map<string, TypePlayer>()

/** The player of a type that was fetched before. */
export function knownPlayer(type: string): TypePlayer | undefined {
  return known.get(type)
}

/** Fetches the player of a type; undefined: it has none, or there is no network. */
export async function fetchPlayer(type: string): Promise<TypePlayer | undefined> {
  const fetched = await players[`../../types/${folderOf(type)}/player/Player.tsx`]?.().catch(() => undefined)
  if (fetched) known.set(type, fetched)
  return fetched
}
