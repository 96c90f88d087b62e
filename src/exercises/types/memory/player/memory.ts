/** Cards that lie face down; of those that are turned at most two are no pair yet. */
export interface Game {
  found: readonly string[]
  turned: readonly string[]
  moves: number
}

export const newGame: Game = { found: [], turned: [], moves: 0 }

/** Each card with the one it belongs to. */
export type Partners = Readonly<Record<string, string>>

export function isPair(partners: Partners, a: string, b: string): boolean {
  return partners[a] === b
}

/** Turns a card: the third one turns the two before back, when they were no pair. */
export function turn(game: Game, card: string, partners: Partners): Game {
  if (game.found.includes(card) || (game.turned.length === 1 && game.turned[0] === card)) return game
  const [first, second] = game.turned
  if (first === undefined || second !== undefined) return { ...game, turned: [card] }
  const moves = game.moves + 1
  if (isPair(partners, first, card)) return { found: [...game.found, first, card], turned: [], moves }
  return { ...game, turned: [first, card], moves }
}
