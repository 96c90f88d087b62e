import { type Played, unfold } from '../playing.ts'

export const played: Played = { f: { sound: 'SOUND', transcript: 'Ein Hund bellt.' }, play: unfold }
