const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const dayMs = 86_400_000

/** A day as a date field sends it; '2026-02-30' is none. */
export function isDay(text: string): boolean {
  if (!dayPattern.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** The day of a moment where it is counted: UTC. */
export function utcDay(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** When a day begins where the clocks are those of `timeZone`. */
export function dayStart(day: string, timeZone: string): Date {
  return clockMoment(`${day}T00:00:00`, timeZone)
}

/** Whether a time says no zone: `2026-12-24T18:00`. */
export function isClockTime(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(text) && !Number.isNaN(Date.parse(`${text}Z`))
}

/** When the clocks of `timeZone` show a time that says no zone. */
export function clockMoment(text: string, timeZone: string): Date {
  const asUtc = Date.parse(`${text}Z`)
  // Twice: the first guess may lie on the other side of a change of clocks.
  const guess = asUtc - offsetAt(asUtc, timeZone)
  return new Date(asUtc - offsetAt(guess, timeZone))
}

/** The day after. */
export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)
}

/** Which day it is there. */
export function dayAt(at: Date, timeZone: string): string {
  return new Date(at.getTime() + offsetAt(at.getTime(), timeZone)).toISOString().slice(0, 10)
}

/** Which year it is there. Only around New Year a clock has to be asked: that takes long. */
export function yearAt(at: Date, timeZone: string): number {
  const year = at.getUTCFullYear()
  const isSameAllOver = [-dayMs, dayMs].every((ms) => new Date(at.getTime() + ms).getUTCFullYear() === year)
  return isSameAllOver ? year : Number(dayAt(at, timeZone).slice(0, 4))
}

/** From the first moment of a quarter (`2026-4`) to the first after it, where the clocks are those of `timeZone`. */
export function quarterBounds(quarter: string, timeZone: string): [begins: Date, ends: Date] {
  const [year = 0, number = 1] = quarter.split('-').map(Number)
  const first = (months: number) => new Date(Date.UTC(year, months, 1)).toISOString().slice(0, 10)
  return [dayStart(first(number * 3 - 3), timeZone), dayStart(first(number * 3), timeZone)]
}

/** `2026-4`: the quarter of a moment there. */
export function quarterAt(at: Date, timeZone: string): string {
  const [year, month] = dayAt(at, timeZone).split('-').map(Number)
  return `${year}-${Math.floor(((month ?? 1) - 1) / 3) + 1}`
}

function offsetAt(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  }).formatToParts(at)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const there = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return there - Math.floor(at / 1000) * 1000
}
