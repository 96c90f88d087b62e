/** What is said or heard from this second on. */
export interface Caption {
  at: number
  text: string
}

/** A caption stays until the next one, and no longer than this (s). */
const longest = 7

/** From when to when each caption is shown. */
export function shownCaptions(captions: readonly Caption[]): (Caption & { until: number })[] {
  return captions.map((caption, place) => {
    const next = captions[place + 1]?.at ?? Number.POSITIVE_INFINITY
    return { ...caption, until: Math.min(next, caption.at + longest) }
  })
}
