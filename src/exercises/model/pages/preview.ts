const least = 3
const share = 0.2

/** So many of them stand on the page of a shop. */
export const previewShown = least

/** How many of so many tasks anybody may try before buying. */
export function previewCount(elements: number): number {
  return Math.max(least, Math.ceil(elements * share))
}
