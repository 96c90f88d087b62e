/** A point of a recording as it is typed or stands in captions: `15`, `0:15`, `1:02:03.5`; seconds, undefined for anything else. */
export function readClock(text: string): number | undefined {
  const found = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5})(?:[.,](\d{1,3}))?$/.exec(text.trim())
  if (!found) return undefined
  const [, hours = '0', minutes = '0', seconds = '0', fraction = '0'] = found
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`)
}

/** Seconds as they are shown: `0:15`, `1:02:03`; parts of a second only where there are any. */
export function writeClock(at: number): string {
  const whole = Math.floor(at)
  const thousandths = Math.round((at - whole) * 1000)
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  const head = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes)
  const tail = thousandths > 0 ? `.${String(thousandths).padStart(3, '0').replace(/0+$/, '')}` : ''
  return `${head}:${two(seconds)}${tail}`
}

/** What is left of a clock: whole seconds, and nothing at its end. */
export function writeLeft(seconds: number): string {
  return writeClock(Math.max(0, Math.ceil(seconds)))
}

/** Seconds with no more than thousandths, so that what is written is what is read. */
export function toThousandths(at: number): number {
  return Math.round(at * 1000) / 1000
}
