import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { maxQueryLength } from '#platform/limits.ts'
import { readId, worldSchema } from '#platform/rules/contract/world.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import {
  mergeFields,
  type TextArchiveReport,
  textKinds,
  textNameSchema,
  textStates,
  textWordsSchema,
  worldFilters,
} from '#shop/content/editorial/rules/contract.ts'
import { lineDifferences } from '#shop/content/editorial/rules/line-differences.ts'
import { passagesOf } from '#shop/content/editorial/rules/merge.ts'
import {
  cut,
  editedText,
  fieldsOf,
  helpVerdicts,
  listTexts,
  sharedDraft,
  textInWorlds,
  textsOverWorlds,
  textVersion,
} from '#shop/content/editorial/server/service.ts'
import { soundTypes } from '#shop/content/podcast/rules/contract.ts'
import { episodeDownloads, soundOf } from '#shop/content/podcast/server/service.ts'

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
    episode: name.data.kind === 'podcast' ? await episodeAtDesk(context, text.source) : undefined,
    name: name.data,
    values,
    // After a conflict the newest: saving again overwrites it knowingly.
    version: isConflict ? text.version : (readId(typed?.version) ?? text.version),
    differences: former === undefined ? undefined : lineDifferences(former, text.source),
    passages: isConflict
      ? passagesOf(cut(text.source).body, values.body.replaceAll('\r\n', '\n'))
      : undefined,
    differing: isConflict ? differingFields(text.source, values) : [],
    paragraphs: paragraphsOf(values.body),
    picture: context.articles.picture(readId(query.get('picture')) ?? 0),
    pictures: picturesIn(context, values.body),
    publicUrl:
      text.publicSource === undefined
        ? undefined
        : context.articles.path({ ...name.data, world: context.world }),
  }
}

/** Fields that another editor changed meanwhile, with both values. */
function differingFields(source: string, values: Typed) {
  const stored = fieldsOf(source)
  return mergeFields.flatMap((field) => {
    const [theirs = '', mine = ''] = [stored[field], values[field]]
    return theirs === mine ? [] : [{ field, theirs, mine }]
  })
}

/** The page that imports an archive of texts: what the import would change, or what it changed. */
export function filesResult(result: unknown) {
  const { archive, left, report, taken } = (result ?? {}) as {
    archive?: string
    left?: readonly string[]
    report?: TextArchiveReport
    taken?: number
  }
  return {
    compared: archive !== undefined && report ? { archive, report } : undefined,
    done: taken === undefined ? undefined : { taken, left: left ?? [] },
  }
}

/** One text in every world, two of them beside each other. @throws ProductError not_found */
export async function loadTextWorlds(context: Context, params: Params, asked: URLSearchParams) {
  const name = textNameSchema.safeParse(params)
  if (!name.success) throw new ProductError('not_found')
  const side = (which: string) => worldSchema.safeParse(asked.get(which)).data
  const text = await textInWorlds(context, name.data, { left: side('left'), right: side('right') })
  return { ...text, name: name.data }
}

/** The texts of all worlds, filtered and page by page. */
export async function loadAllTexts(context: Context, asked: URLSearchParams) {
  const kind = textKinds.find((each) => each === asked.get('kind'))
  const filter = worldFilters.find((each) => each === asked.get('state'))
  const query = (asked.get('query') ?? '').slice(0, maxQueryLength).trim()
  const found = await textsOverWorlds(context, { kind, filter, query, page: readId(asked.get('page')) })
  return { ...found, kind, filter, query }
}

/** The recording an episode names in its draft, and how often it was got. */
async function episodeAtDesk(context: Context, source: string) {
  const { id, audio, audioBytes, audioSeconds, transcript } = fieldsOf(source)
  const [stored, downloads] = await Promise.all([
    soundOf(context, audio),
    episodeDownloads(context, Number(id)),
  ])
  const isMeasured = stored !== undefined && stored.media_type !== soundTypes.m4a
  return {
    downloads,
    transcript,
    sound: audio
      ? {
          ...{ seconds: Number(audioSeconds), bytes: Number(audioBytes), isMeasured },
          loudness: stored?.loudness ?? null,
        }
      : undefined,
  }
}

/** A draft by a link that somebody was given. @throws ProductError not_found; undefined: the link is over */
export async function loadSharedDraft(context: Context, params: Params) {
  try {
    return await sharedDraft(context, params.token ?? '')
  } catch (error) {
    if (error instanceof ProductError && error.code === 'link_expired') return undefined
    throw error
  }
}

/** So much of a paragraph says which one it is. */
const quoteLength = 80
const mostParagraphs = 200

function paragraphsOf(body: string): string[] {
  const starts = body
    .split(/\r?\n(?:[ \t]*\r?\n)+/)
    .map((text) => truncate(text.replace(/\s+/g, ' ').trim(), quoteLength))
    .filter((text) => text !== '')
  return [...new Set(starts)].slice(0, mostParagraphs)
}

/** Addresses of the pictures a text names, by their ids: the editor shows them. */
function picturesIn({ articles }: Context, body: string): Record<string, string> {
  const ids = new Set([...body.matchAll(/\(picture:(\d{1,15})\b/g)].map(([, id]) => Number(id)))
  return Object.fromEntries(
    [...ids].flatMap((id) => {
      const picture = articles.picture(id)
      return picture ? [[String(id), picture.src]] : []
    }),
  )
}
