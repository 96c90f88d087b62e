import { localizedPath } from '#routing/url.ts'
import type { LiveWorld } from '#routing/worlds.ts'
import type { RenderedPage } from './page-cache.ts'

interface Place {
  /** Origin of the main site. */
  siteUrl: string
  /** The page's path on the main site. */
  path: string
  world: LiveWorld
}

const anyScript = /<script\b(?![^>]*application\/ld\+json)[^>]*>[\s\S]*?<\/script>/g
const formTag = /<form\b[^>]*>/g
const pageLink = /\b(href|action)="(\/[^"]*)"/g
const ownFile = /^\/(?:_astro|images|videos)\/|^\/[^/?#]*\.[a-z0-9]+(?:[?#]|$)/

/**
 * A page of the main site as it stands on an author's domain. Cookies, carts and logins live on the main site alone, so
 * scripts are left out, links lead there, and a form that would change something leads to this page there. Links from
 * an author's shop to their materials stay on the domain.
 */
export function mirrored(page: RenderedPage, place: Place): RenderedPage {
  const material = localizedPath('material', place.world, { id: 1 }).slice(0, -1)
  const isShop = !place.path.startsWith(material)
  const html = page.body
    .toString('utf8')
    .replace(anyScript, '')
    .replace(formTag, (tag) =>
      /\bmethod="post"/i.test(tag)
        ? `<form${classOf(tag)} method="get" action="${escaped(place.path)}">`
        : tag,
    )
    .replace(pageLink, (link, name: string, target: string) => {
      if (target.startsWith('//') || ownFile.test(target)) return link
      if (name === 'href' && isShop && target.startsWith(material))
        return `href="/material/${target.slice(material.length)}"`
      return `${name}="${escaped(place.siteUrl)}${target}"`
    })
  const policy = page.headers['content-security-policy']
  return {
    ...page,
    body: Buffer.from(html),
    headers: {
      ...page.headers,
      ...(policy && {
        'content-security-policy': policy.replace(
          "form-action 'self'",
          `form-action 'self' ${new URL(place.siteUrl).origin}`,
        ),
      }),
    },
    tags: [...page.tags, 'author-domains'],
  }
}

/** It still has to lie where it lay. */
function classOf(tag: string): string {
  return / class="[^"]*"/.exec(tag)?.[0] ?? ''
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}
