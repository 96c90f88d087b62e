import type { Played } from '../playing.ts'

export const played: Played = { f: { text: 'Lies das.' } }
