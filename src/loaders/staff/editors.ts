import type { Context } from '#platform/context/context.ts'
import { listEditors } from '#shop/content/editorial/server/service.ts'

/** Every editor with the worlds they may write in, and who gave or took them lately. */
export async function loadEditors(context: Context) {
  return await listEditors(context)
}
