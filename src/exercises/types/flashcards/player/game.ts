import { type Game, linesOfPairs, pairsIn, tableOfPairs } from '#exercises/editor/state/games.ts'
import { writeLine } from '#exercises/model/text/lines.ts'
import { decodeEntities } from '#platform/rules/text/decode-entities.ts'

export const game: Game = {
  place: 30,
  read: ({ f }) => tableOfPairs(pairsIn(f.cards)),
  play: {
    pairs: ({ pairs }, make) => [make({ cards: linesOfPairs(pairs) })],
    choice: ({ right }, make, prompt) => [make({ cards: writeLine([plain(prompt), right.join(' / ')]) })],
  },
}

function plain(html: string): string {
  return (
    decodeEntities(html.replace(/<[^>]*>/g, ' '))
      .replace(/\s+/g, ' ')
      .trim() || '?'
  )
}
