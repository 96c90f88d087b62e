import { type Played, unfold } from '../playing.ts'

export const played: Played = { f: { sections: 'Mehr | Text' }, play: unfold }
