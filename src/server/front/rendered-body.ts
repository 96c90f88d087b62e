// Astro writes this beside the first island, where HTML allows no style element; base.css says the same.
const islandStyle = /<style>astro-island[^<]*<\/style>/

/** The bytes of a rendered page, as valid HTML. */
export async function renderedBody(answer: Response): Promise<Buffer> {
  const html = await answer.text()
  return Buffer.from(html.replace(islandStyle, ''))
}
