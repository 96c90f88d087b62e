import type { EditorDraft } from '../../src/ui/interactive/editor/contract.ts'
import { writable } from '../../src/ui/interactive/editor/draft.ts'

/** What the editor sends of the draft it got, changed or not. */
export const sentDraft = (typed: { revision: number }) => ({
  ...writable(typed as EditorDraft),
  revision: typed.revision,
})
