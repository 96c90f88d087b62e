const least = 3
const share = 0.2

/** So many of them stand on the page of a shop. */
export const previewShown = least

/** How many tasks may be tried before buying, by the number of tasks. */
export function previewCount(elements: number): number {
  return Math.max(least, Math.ceil(elements * share))
}
