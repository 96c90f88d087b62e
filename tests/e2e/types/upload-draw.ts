import { type Played, text, tick } from '../playing.ts'

export const played: Played = { f: { room: '12' }, play: tick(text('play.onPaper')) }
