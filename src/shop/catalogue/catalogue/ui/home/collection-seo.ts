/** A list of materials: CollectionPage with its ItemList (worlds-seo 3). `url` and the items' addresses are relative. */
export function collectionJsonLd(
  page: { name: string; url: string; lang: string; items: readonly { title: string; url: string }[] },
  siteUrl: string,
): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'CollectionPage',
    name: page.name,
    url: siteUrl + page.url,
    inLanguage: page.lang,
    mainEntity: {
      '@type': 'ItemList',
      numberOfItems: page.items.length,
      itemListElement: page.items.map(({ title, url }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: title,
        url: siteUrl + url,
      })),
    },
  }
}
