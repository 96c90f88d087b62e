/** What stands on a number line: ticks, and which of them have a number below them. */
export interface LineScale {
  ticks: number[]
  labels: number[]
}

const mostTicks = 50
/** Numbers below a line on a small phone, in signs. */
const roomForSigns = 44
const nice = [1, 2, 5]

/** The ticks of a line, as many as can be told apart; its beginning is always named. */
export function scaleOf({ min, max, step }: { min: number; max: number; step: number }): LineScale {
  const steps = Math.floor((max - min) / step + 1e-9)
  const ticks = everyNth({ min, step, steps }, multiple(steps / mostTicks))
  const widest = Math.max(...ticks.map((tick) => String(tick).length), String(max).length)
  const most = Math.max(2, Math.floor(roomForSigns / (widest + 2)))
  const each = multiple((ticks.length - 1) / Math.max(1, most - 1))
  return { ticks, labels: ticks.filter((_tick, at) => at % each === 0) }
}

/** Where a number stands on its line, in percent. */
export function placeOn({ min, max }: { min: number; max: number }, value: number): number {
  return Math.round(((value - min) / (max - min)) * 100_000) / 1000
}

function everyNth(
  { min, step, steps }: { min: number; step: number; steps: number },
  each: number,
): number[] {
  const count = Math.floor(steps / each + 1e-9)
  return Array.from({ length: count + 1 }, (_none, at) => rounded(min + at * each * step))
}

/** 1, 2, 5, 10, 20 ...: the first that is as large. */
function multiple(least: number): number {
  for (let power = 1; ; power *= 10)
    for (const factor of nice) if (factor * power >= least - 1e-9) return factor * power
}

/** Digits that do not come from the way computers count. */
function rounded(value: number): number {
  return Number(value.toPrecision(12))
}
