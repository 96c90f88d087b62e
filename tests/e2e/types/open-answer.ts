import { type Played, typeInto } from '../playing.ts'

export const played: Played = { f: { max: '300' }, play: typeInto('Weil es warm ist.') }
