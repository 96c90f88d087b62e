import { type Played, tick } from '../playing.ts'

export const played: Played = {
  f: { areas: '* Nordpol | 40, 0, 20, 20\nSüdpol | 40, 80, 20, 20' },
  play: tick('1: Nordpol'),
}
