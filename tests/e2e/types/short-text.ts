import { type Played, typeInto } from '../playing.ts'

export const played: Played = { f: { answers: 'Nil' }, play: typeInto('nil') }
