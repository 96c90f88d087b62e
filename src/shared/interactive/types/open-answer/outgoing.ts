import { openText } from '../../export-qti-parts.ts'
import type { Outgoing } from '../../outgoing.ts'
import type { OpenAnswer } from './data.ts'

export const openAnswerOutgoing: Outgoing<OpenAnswer> = {
  qti: openText,
  // It comes back as something that is marked.
  leavesBehind: { qti: () => true },
}
