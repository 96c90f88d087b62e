import type { MaterialStatus } from './types.ts'

/** Whether a material belongs to this author and is still there for them. */
export function isOwn(
  row: { author_id: number; status: MaterialStatus } | undefined,
  authorId: number,
): boolean {
  return row !== undefined && row.author_id === authorId && row.status !== 'deleted'
}
