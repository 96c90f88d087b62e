import type { Db } from '#platform/db/pool.ts'

/** `held`: three people reported it and nobody has decided yet; `blocked` by a decision of the platform. */
export type WordsState = 'shown' | 'held' | 'blocked'

export async function setQuestionState(db: Db, world: string, id: number, state: WordsState): Promise<void> {
  await db
    .updateTable('material_question')
    .set({ state })
    .where('world', '=', world)
    .where('id', '=', id)
    .execute()
}
