import type { Outgoing } from '#exercises/formats/outgoing/outgoing.ts'
import { openText } from '#exercises/formats/qti/export-qti-parts.ts'
import type { OpenAnswer } from './data.ts'

export const openAnswerOutgoing: Outgoing<OpenAnswer> = {
  qti: openText,
  // It comes back as something that is marked.
  leavesBehind: { qti: () => true },
}
