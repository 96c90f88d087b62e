export type Thing = Record<string, unknown>

/** What a thing of a type must say (worlds-seo.md 3: what search engines and education portals read). */
const required: Readonly<Record<string, readonly string[]>> = {
  Product: ['name', 'url', 'offers', 'description'],
  LearningResource: [
    'name',
    'inLanguage',
    'learningResourceType',
    'educationalLevel',
    'isAccessibleForFree',
    'license',
  ],
  AlignmentObject: ['alignmentType', 'targetName'],
  Offer: ['price', 'priceCurrency', 'availability', 'url', 'seller'],
  AggregateRating: ['ratingValue', 'ratingCount'],
  ProfilePage: ['mainEntity', 'dateCreated'],
  Person: ['name'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position'],
  CollectionPage: ['name', 'url'],
  ItemList: ['itemListElement'],
  Article: ['headline', 'image', 'datePublished', 'author'],
  BlogPosting: ['headline', 'datePublished', 'author'],
  PodcastEpisode: ['name', 'url', 'datePublished'],
  WebSite: ['name', 'url'],
  Organization: ['name'],
}

export const typesOf = (thing: Thing): string[] => [thing['@type']].flat().map(String)

/** Every object with a type, at any depth. */
function thingsIn(value: unknown): Thing[] {
  if (Array.isArray(value)) return value.flatMap(thingsIn)
  if (typeof value !== 'object' || value === null) return []
  const own = '@type' in value ? [value as Thing] : []
  return [...own, ...Object.values(value).flatMap(thingsIn)]
}

/** The schema.org things of a page and what is wrong with them, one line each. */
export function structuredDataOf(html: string): { things: Thing[]; problems: string[] } {
  const problems: string[] = []
  const things: Thing[] = []
  for (const [, text = ''] of html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)) {
    const block = parsed(text)
    if (block === undefined) problems.push('a block is no JSON')
    else if (block['@context'] !== 'https://schema.org') problems.push('a block has no @context')
    things.push(...thingsIn(block))
  }
  for (const thing of things) problems.push(...problemsOf(thing))
  return { things, problems }
}

function problemsOf(thing: Thing): string[] {
  const types = typesOf(thing)
  const missing = types.flatMap((type) =>
    (required[type] ?? [])
      .filter((name) => thing[name] === undefined || thing[name] === '' || thing[name] === null)
      .map((name) => `${type} has no ${name}`),
  )
  const isBare = types.includes('ListItem') && thing.item === undefined && thing.url === undefined
  const relative = ['url', 'item', 'image'].flatMap((name) =>
    [thing[name] ?? []]
      .flat()
      .filter((value) => typeof value === 'string' && !/^https?:\/\//.test(value))
      .map((value) => `${types} ${name} is not absolute: ${String(value)}`),
  )
  const price = types.includes('Offer') && !/^\d+(\.\d{2})?$/.test(String(thing.price))
  return [
    ...missing,
    ...relative,
    ...(isBare ? ['ListItem leads nowhere'] : []),
    ...(price ? [`Offer has the price ${String(thing.price)}`] : []),
  ]
}

function parsed(text: string): Thing | undefined {
  try {
    return JSON.parse(text) as Thing
  } catch {
    return undefined
  }
}
