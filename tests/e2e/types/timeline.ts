import { type Played, unfold } from '../playing.ts'

export const played: Played = { f: { dates: '1492 | Kolumbus | segelt los' }, play: unfold }
