import { type Played, tick } from '../playing.ts'

export const played: Played = { f: { pollOptions: 'ja\nnein' }, play: tick('ja') }
