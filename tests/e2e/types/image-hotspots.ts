import { type Played, unfold } from '../playing.ts'

export const played: Played = { f: { spots: '20, 20 | Ecke | Hier ist eine Ecke.' }, play: unfold }
