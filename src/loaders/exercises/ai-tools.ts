import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { translator } from '#platform/i18n/translate.ts'
import { readId } from '#platform/rules/contract/world.ts'
import { plainLetters } from '#platform/rules/text/plain-letters.ts'
import { listDocuments, viewDocument } from '#shop/ai/ai-documents/server/service.ts'
import { type ToolCategory, toolCategories } from '#shop/ai/ai-tools/rules/tool.ts'
import { toolOf, tools } from '#shop/ai/ai-tools/rules/tools/tool-list.ts'
import { exampleOf, mine, ownResults, viewRun } from '#shop/ai/ai-tools/server/service.ts'

type Params = Readonly<Record<string, string>>

/** The tools that are there, each with an example of its result; `?query=` and `?category=` narrow them. */
export function loadTools({ world }: Context, query: URLSearchParams) {
  const t = translator(world)
  const asked = (query.get('query') ?? '').slice(0, 100).trim()
  const category = toolCategories.find((each) => each === query.get('category'))
  const words = plainLetters(asked).split(/\s+/).filter(Boolean)
  const all = tools.map(({ id, category: own }) => ({
    id,
    category: own,
    name: t(`ai-tools:tools.${id}.name`),
    lead: t(`ai-tools:tools.${id}.lead`),
  }))
  const found = all.filter(({ name, lead, category: own }) => {
    const text = plainLetters(`${name} ${lead}`)
    return (category === undefined || own === category) && words.every((word) => text.includes(word))
  })
  const categories: readonly ToolCategory[] = toolCategories.filter((each) =>
    all.some(({ category: own }) => own === each),
  )
  return { asked, category, categories, found }
}

/** A tool with an example of its result. @throws ProductError not_found */
export function loadTool({ world }: Context, { tool: id = '' }: Params) {
  const tool = toolOf(id)
  if (tool === undefined) throw new ProductError('not_found')
  return { tool, example: exampleOf(tool, world) }
}

/** A result. @throws ProductError not_found */
export async function loadRun(context: Context, { runId }: Params) {
  const id = readId(runId)
  if (id === undefined) throw new ProductError('not_found')
  return await viewRun(context, id)
}

/** What of the tools is the member's own: results of the last day, favourites, what is left. */
export async function loadOwnTools(context: Context) {
  const [own, results, documents, trash] = await Promise.all([
    mine(context),
    ownResults(context),
    listDocuments(context),
    listDocuments(context, true),
  ])
  return { own: { ...own, results }, lists: { documents, trash } }
}

/** A document of the member. @throws ProductError not_found */
export async function loadDocument(context: Context, { documentId }: Params) {
  const id = readId(documentId)
  if (id === undefined) throw new ProductError('not_found')
  return await viewDocument(context, id)
}
