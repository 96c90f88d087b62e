import type { Context } from '#platform/context/context.ts'
import { url } from '#platform/routing/url.ts'

/** The address of a post's page, with the part of it that is meant. */
export function postAddress({ world }: Pick<Context, 'world'>, postId: number, part: `#${string}`): string {
  return url('post', { world, id: postId }) + part
}

/** The address of the editor. */
export function editorAddress(
  { world }: Pick<Context, 'world'>,
  query: Readonly<Record<string, number>>,
): string {
  return url('post-editor', { world, query })
}
