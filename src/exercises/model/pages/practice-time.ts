import { timePercents } from '../modes.ts'

/** Minutes an exercise can be practised against. */
export const practiceMinutes = [5, 10, 15, 20, 30, 45, 60] as const

/** How much time somebody set for themselves, and how much more of it they need. */
export interface PracticeTime {
  /** 0: no clock. */
  minutes: number
  /** In percent, as addresses know no fractions: 100, 125, 150 or 200. */
  factor: number
  /** What the clock begins with. */
  seconds: number
}

/** The time an address asks for, `?minutes=15&time=150`; what is none of the choices is no clock, and no extra time. */
export function practiceTimeOf(query: Pick<URLSearchParams, 'get'>): PracticeTime {
  const asked = Number(query.get('minutes'))
  const minutes = practiceMinutes.find((each) => each === asked) ?? 0
  const factor = timePercents.find((each) => each === Number(query.get('time'))) ?? 100
  return { minutes, factor, seconds: (minutes * 60 * factor) / 100 }
}
