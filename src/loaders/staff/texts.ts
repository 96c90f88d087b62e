import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { maxQueryLength } from '#platform/limits.ts'
import { readId } from '#platform/rules/contract/world.ts'
import {
  textKinds,
  textNameSchema,
  textStates,
  textWordsSchema,
} from '#shop/content/editorial/rules/contract.ts'
import { lineDifferences } from '#shop/content/editorial/rules/line-differences.ts'
import {
  cut,
  editedText,
  fieldsOf,
  helpVerdicts,
  listTexts,
  textVersion,
} from '#shop/content/editorial/server/service.ts'

type Params = Readonly<Record<string, string>>
type Typed = Readonly<Record<string, string>>

/** Texts of this world, of a kind, in a state, with these words in their title or name, page by page. */
export async function loadTexts(context: Context, asked: URLSearchParams) {
  const kind = textKinds.find((each) => each === asked.get('kind'))
  const state = textStates.find((each) => each === asked.get('state'))
  const query = (asked.get('query') ?? '').slice(0, maxQueryLength).trim()
  const found = await listTexts(context, { kind, state, query, page: readId(asked.get('page')) })
  return { ...found, kind, state, query }
}

/** What readers said of the help articles of this world. */
export async function loadHelpVerdicts(context: Context) {
  return await helpVerdicts(context)
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
    publicUrl:
      text.publicSource === undefined
        ? undefined
        : context.articles.path({ ...name.data, world: context.world }),
  }
}
