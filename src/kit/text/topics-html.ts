import { formatNumber } from '#platform/i18n/format.ts'
import { softHyphens } from '#platform/i18n/hyphens.ts'
import type { Translate } from '#platform/i18n/translate.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'

interface TopicLink {
  name: string
  url: string
  count: number
}

/** The lines of a list of topics as a string: a page has dozens, and as a template each takes several times as long. */
export function topicsHtml(links: readonly TopicLink[], world: LiveWorld, t: Translate): string {
  return links
    .map(({ name, url, count }) => {
      const materials = escapeHtml(t('common:units.materials', { count }))
      return `<li><a class="topics__link" href="${escapeHtml(url)}"><span class="topics__name">${escapeHtml(softHyphens(name, world))}</span><span class="topics__count" aria-hidden="true">${formatNumber(count, world, 0)}</span><span class="hide-visually">${materials}</span><svg class="icon" aria-hidden="true"><use href="/icons.svg#next"></use></svg></a></li>`
    })
    .join('')
}
