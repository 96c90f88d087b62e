import { type Played, typeInto } from '../playing.ts'

export const played: Played = { f: { numbers: '3,14:0,01' }, play: typeInto('3,14') }
