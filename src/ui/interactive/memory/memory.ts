/** Cards that lie face down; of those that are turned at most two are no pair yet. */
export interface Game {
  found: readonly string[]
  turned: readonly string[]
  moves: number
}

export const newGame: Game = { found: [], turned: [], moves: 0 }

/** Cards whose values differ in their first letter alone belong together. */
export function isPair(a: string, b: string): boolean {
  return a !== b && a.slice(1) === b.slice(1)
}

/** Turns a card: the third one turns the two before back, when they were no pair. */
export function turn(game: Game, card: string): Game {
  if (game.found.includes(card) || (game.turned.length === 1 && game.turned[0] === card)) return game
  const [first, second] = game.turned
  if (first === undefined || second !== undefined) return { ...game, turned: [card] }
  const moves = game.moves + 1
  if (isPair(first, card)) return { found: [...game.found, first, card], turned: [], moves }
  return { ...game, turned: [first, card], moves }
}
