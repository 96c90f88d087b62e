import { type Played, typeInto } from '../playing.ts'

export const played: Played = {
  f: { keywords: 'Tiber', min: '0', max: '500' },
  play: typeInto('Rom liegt am Tiber.'),
}
