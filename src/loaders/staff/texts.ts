import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { maxQueryLength } from '#platform/limits.ts'
import { articlePath } from '#platform/routing/articles.ts'
import { type RouteName, routes } from '#platform/routing/routes.ts'
import { url } from '#platform/routing/url.ts'
import { readId } from '#platform/rules/contract/world.ts'
import { folded } from '#platform/rules/find-in-texts.ts'
import {
  type TextKind,
  type TextOfWorld,
  textKinds,
  textNameSchema,
  textStates,
  textWordsSchema,
} from '#shop/content/editorial/rules/contract.ts'
import { lineDifferences } from '#shop/content/editorial/rules/line-differences.ts'
import { cut, editedText, fieldsOf, listTexts, textVersion } from '#shop/content/editorial/server/service.ts'

type Params = Readonly<Record<string, string>>
type Typed = Readonly<Record<string, string>>

/** Texts of this world, of a kind, in a state, with these words in their title or name. */
export async function loadTexts(context: Context, query: URLSearchParams) {
  const kind = textKinds.find((each) => each === query.get('kind'))
  const state = textStates.find((each) => each === query.get('state'))
  const asked = (query.get('query') ?? '').slice(0, maxQueryLength).trim()
  const lines = await listTexts(context, kind)
  const texts = lines
    .filter((line) => state === undefined || line.state === state)
    .filter(({ title, key }) => folded(`${title} ${key}`).includes(folded(asked)))
  return { texts, kind, state, query: asked }
}

/**
 * A text for its editor; where a form was refused or previewed, with what was typed into it.
 * @throws ProductError not_found
 */
export async function loadText(
  context: Context,
  params: Params,
  query: URLSearchParams,
  { typed, isConflict }: { typed: Typed | undefined; isConflict: boolean },
) {
  const name = textNameSchema.safeParse(params)
  if (!name.success) throw new ProductError('not_found')
  const text = await editedText(context, name.data)
  const versionId = readId(query.get('version'))
  const former = versionId === undefined ? undefined : await textVersion(context, name.data, versionId)
  const stored = { ...fieldsOf(text.source), body: cut(text.source).body }
  const names = Object.keys(textWordsSchema.shape) as (keyof typeof textWordsSchema.shape)[]
  const values = Object.fromEntries(
    names.map((field) => [field, typed?.[field] ?? (stored as Typed)[field] ?? '']),
  ) as Record<(typeof names)[number], string>
  return {
    ...text,
    name: name.data,
    values,
    // After a conflict the newest: saving again overwrites it knowingly.
    version: isConflict ? text.version : (readId(typed?.version) ?? text.version),
    differences: isConflict
      ? lineDifferences(cut(text.source).body, values.body.replaceAll('\r\n', '\n'))
      : former === undefined
        ? undefined
        : lineDifferences(former, text.source),
    publicUrl: text.publicSource === undefined ? undefined : publicUrl(context, name.data, text.publicSource),
  }
}

function publicUrl({ world }: Context, { kind, key }: TextOfWorld, source: string): string | undefined {
  const { id, slug = '' } = fieldsOf(source)
  if (kind !== 'info') return articlePath(kind as Exclude<TextKind, 'info'>, world, { id: Number(id), slug })
  const route = routes.find(({ name, pattern }) => name === key && !pattern.includes('{'))
  return route && url(route.name as RouteName & 'terms', { world })
}
