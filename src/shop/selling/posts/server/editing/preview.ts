import type { Context } from '#platform/context/context.ts'
import { postSourceLength } from '#platform/limits.ts'
import { renderMarkdown } from '#platform/rules/markdown/members-text.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { withEmbeds } from './embeds.ts'
import { requireSeller } from './writing.ts'

/** What an author typed as readers would see it. */
export async function previewHtml(context: Context, source: string): Promise<string> {
  const { accountId: authorId } = requireSeller(context)
  const { html } = renderMarkdown(truncate(source, postSourceLength.max), { isArticle: true })
  return (await withEmbeds(context, { html, authorId })).html
}
