import type { EditorDraft } from '../../src/exercises/editor/state/contract.ts'
import { writable } from '../../src/exercises/editor/state/draft.ts'

/** What the editor sends of the draft it got, changed or not. */
export const sentDraft = <T extends { revision: number }>(typed: T) => ({
  ...writable(typed as T & EditorDraft),
  revision: typed.revision,
})
