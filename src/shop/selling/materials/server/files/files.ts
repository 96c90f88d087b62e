import type { Deps } from '#platform/context/context.ts'

/** The job delete_files: removes stored files that were replaced. Safe to run again: what is gone is gone. */
export async function deleteFiles(deps: Pick<Deps, 'storage'>, { keys }: { keys: string[] }): Promise<void> {
  for (const key of keys) await deps.storage.delete(key)
}
