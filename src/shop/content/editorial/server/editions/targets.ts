import type { Context } from '#platform/context/context.ts'
import { translator } from '#platform/i18n/translate.ts'
import { routes } from '#platform/routing/routes.ts'
import { findInTexts, folded } from '#platform/rules/find-in-texts.ts'
import { findNamed } from '#shop/catalogue/catalogue/server/service.ts'
import { articleKinds, type LinkTarget } from '../../rules/contract.ts'
import { requireWriter } from '../editors/editors.ts'

/** Of each kind. */
const limit = 4

/**
 * What a text may link to, found by what is typed: other texts, pages, materials (exercises that are sold among them), authors.
 * @throws ProductError unauthorized, forbidden
 */
export async function linkTargets(context: Context, typed: string): Promise<LinkTarget[]> {
  await requireWriter(context)
  const { articles, world } = context
  const t = translator(world)
  const texts = articleKinds.flatMap((kind) => articles.list(kind, world))
  const asked = folded(typed.trim())
  if (asked === '') return []
  const pages = routes
    .filter(({ pattern, access }) => access === 'public' && !pattern.includes('{'))
    .map(({ name }) => ({ name, title: t(`meta:${name}.title`) }))
    .filter(({ name, title }) => folded(`${title} ${name}`).includes(asked))
  const { materials, authors } = await findNamed(context, typed, limit)
  return [
    ...findInTexts(texts, typed)
      .slice(0, limit)
      .map(({ kind, id, title }) => ({ of: 'article' as const, href: `article:${kind}/${id}`, title })),
    ...pages
      .slice(0, limit)
      .map(({ name, title }) => ({ of: 'page' as const, href: `route:${name}`, title })),
    ...materials.map(({ id, title }) => ({ of: 'material' as const, href: `material:${id}`, title })),
    ...authors.map(({ id, name }) => ({ of: 'author' as const, href: `author:${id}`, title: name })),
  ]
}
