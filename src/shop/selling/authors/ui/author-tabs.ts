import type { Translate } from '#platform/i18n/translate.ts'
import { routes } from '#platform/routing/routes.ts'
import { localizedPath } from '#platform/routing/url.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'

export interface Tab {
  route: string
  /** Of the addresses that have it as a parameter. */
  tab?: string
  label: string
  href: string
}

interface Profile {
  id: number
  slug: string
  isPrivate: boolean
}

/** An author's tabs in their order: those with a route, and of a private author only what is for sale and posts. */
export function authorTabs(author: Profile, world: LiveWorld, t: Translate): Tab[] {
  const table = [
    { route: 'author', label: t('author-page:tabs.materials'), isPersonal: false },
    { route: 'author-blog', label: t('author-page:tabs.blog'), isPersonal: false },
    { route: 'author-activity', label: t('author-page:tabs.activity'), isPersonal: true },
    { route: 'author-following', label: t('author-page:tabs.following'), isPersonal: true },
  ]
  return table.flatMap(({ route, label, isPersonal }) => {
    const row = routes.find(({ name }) => name === route)
    if (row === undefined || (isPersonal && author.isPrivate)) return []
    const slug = route === 'author' ? author.slug : author.slug || '-'
    return [{ route, label, href: localizedPath(row.name, world, { id: author.id, slug }) }]
  })
}

/** A member's tabs, the same as an author's (specification 2); the profile itself is what they did. */
export function userTabs(user: Omit<Profile, 'isPrivate'>, world: LiveWorld, t: Translate): Tab[] {
  const { id, slug } = user
  const at = (tab: string, label: string): Tab => ({
    ...{ route: 'user-tab', tab, label },
    href: localizedPath('user-tab', world, { id, slug: slug || '-', tab }),
  })
  return [
    at('materials', t('author-page:tabs.materials')),
    at('blog', t('author-page:tabs.blog')),
    {
      route: 'user',
      label: t('author-page:tabs.activity'),
      href: localizedPath('user', world, { id, slug }),
    },
    at('following', t('author-page:tabs.following')),
  ]
}
