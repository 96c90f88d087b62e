import type { Band, ElementSettings } from './task/typed-settings.ts'

/** What a task says to how right an answer is. */
export type Comments = Pick<ElementSettings, 'partial' | 'bands'> & { right: string; wrong: string }

/** The band a share of everything lies in; whole percent count, so that only all of it is 100. */
export function bandAt(bands: readonly Band[], scaled: number): Band | undefined {
  // 0.29 times 100 is a little less than 29.
  const percent = Math.floor(scaled * 100 + 1e-9)
  return bands.find(({ from, to }) => from <= percent && percent <= to)
}

/** What is said to an answer; '' to what nobody scores, or not yet. */
export function commentTo({ right, partial, wrong, bands }: Comments, scaled: number | null): string {
  if (scaled === null) return ''
  const band = bandAt(bands, scaled)
  if (band) return band.text
  if (scaled >= 1) return right
  return (scaled > 0 && partial) || wrong
}

/** All a task says, as bands alone: whoever takes the first that fits says the same. */
export function allBands({ right, partial, wrong, bands }: Comments): Band[] {
  const most = partial === '' ? 99 : 0
  const others = [
    { from: 0, to: most, text: wrong },
    { from: 1, to: 99, text: partial },
    { from: 100, to: 100, text: right },
  ]
  return [...bands, ...others.filter(({ text }) => text !== '')]
}

/** The same from bands: the last ones that say nothing but right, wrong or in part are no bands. */
export function commentsOfBands(all: readonly Band[]): Comments {
  const found = { right: '', partial: '', wrong: '', bands: [...all] }
  const takes = (from: number, to: number, name: 'right' | 'partial' | 'wrong') => {
    const last = found.bands.at(-1)
    if (last?.from !== from || last.to !== to) return
    found[name] = last.text
    found.bands.pop()
  }
  takes(100, 100, 'right')
  takes(1, 99, 'partial')
  // Where nothing is said to what is right in part, silence is meant.
  if (found.partial === '') takes(0, 99, 'wrong')
  else takes(0, 0, 'wrong')
  return found
}
