const least = 3
const share = 0.2

/** How many of so many tasks anybody may try before buying. */
export function previewCount(elements: number): number {
  return Math.max(least, Math.ceil(elements * share))
}
