/** A search costs one unit of the allowance for each started block of this many words. */
const wordsPerPoint = 8
const mostPoints = 20

/** What a call takes from the allowance of searches, by the words of `query` in its address: unknown words are expensive to correct. */
export function searchPoints(address: string): number {
  const at = address.indexOf('?')
  if (at < 0) return 1
  const words = new URLSearchParams(address.slice(at)).get('query')?.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  return Math.min(mostPoints, Math.max(1, Math.ceil(words / wordsPerPoint)))
}
