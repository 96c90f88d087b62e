import { one } from '#exercises/formats/h5p/export-h5p-libraries.ts'
import { bothSeen } from '#exercises/formats/h5p/export-h5p-media.ts'
import type { Outgoing } from '#exercises/formats/outgoing/outgoing.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import type { Memory } from './data.ts'

export const memoryOutgoing: Outgoing<Memory> = {
  h5p: ({ pairs }, task) => {
    const both = bothSeen(
      pairs.map(({ a, b }) => [a, b]),
      task,
    )
    if (!both) return []
    const cards = both.map(([a, b]) => ({
      ...{ imageAlt: escapeHtml(a.words), matchAlt: escapeHtml(b.words) },
      ...(a.image && { image: a.image }),
      ...(a.sound && { audio: a.sound }),
      ...(b.image && { match: b.image }),
      ...(b.sound && { matchAudio: b.sound }),
    }))
    const game = one('H5P.MemoryGame', { cards, behaviour: { allowRetry: true } })
    // There is no room for words in it: what to do stands before it.
    return task.prompt === '' ? game : [...one('H5P.AdvancedText', { text: task.prompt }), ...game]
  },
}
