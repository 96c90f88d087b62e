import { type Played, typeInto } from '../playing.ts'

export const played: Played = {
  f: { cards: 'Hund | dog | | SOUND', isTyped: 'on' },
  play: typeInto('dog'),
}
