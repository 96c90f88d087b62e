import { type Played, typeInto } from '../playing.ts'

export const played: Played = { f: { gapText: 'Der Himmel ist *blau*.' }, play: typeInto('blau') }
