import type { MaterialStatus } from './types.ts'

/** Whether a material belongs to this author and is still there for them. */
export function isOwn(
  row: { author_id: number; status: MaterialStatus } | undefined,
  authorId: number,
): boolean {
  return row !== undefined && row.author_id === authorId && row.status !== 'deleted'
}

/** Whether anybody can open its page: what is unlisted is found by its address alone. */
export function isPublic({ status }: { status: MaterialStatus }): boolean {
  return status === 'published' || status === 'unlisted'
}
