/** Fewer materials make a page too thin to be indexed (worlds-seo 2). The database's index `hub_indexed` knows it too. */
export const minIndexedMaterials = 3

/** What a landing with so many public materials is: nothing (404), shown but not indexed, or indexed. */
export type HubStatus = 'missing' | 'noindex' | 'index'

/** `count` is of public materials now; anything but a positive whole number is no page. */
export function hubStatus(count: number): HubStatus {
  if (!Number.isInteger(count) || count < 1) return 'missing'
  return count < minIndexedMaterials ? 'noindex' : 'index'
}
