import { type Played, typeInto } from '../playing.ts'

export const played: Played = { f: { maxWords: '3' }, play: typeInto('Sonne') }
