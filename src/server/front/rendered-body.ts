// Astro writes this beside the first island, where HTML allows no style element; base.css says the same.
const opening = Buffer.from('<style>astro-island')
const closing = Buffer.from('</style>')

/** The bytes of a rendered page, as valid HTML. Works on bytes: a page is 45 kB, and decoding it shows in a profile. */
export async function renderedBody(answer: Response): Promise<Buffer> {
  const bytes = Buffer.from(await answer.arrayBuffer())
  const start = bytes.indexOf(opening)
  if (start < 0) return bytes
  const end = bytes.indexOf(closing, start) + closing.length
  return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)])
}
