import { escapeHtml } from '../../../rules/escape.ts'
import { type Content, one } from '../../export-h5p-libraries.ts'
import { bothSeen, type H5pMedia } from '../../export-h5p-media.ts'
import { matched } from '../../export-qti-parts.ts'
import type { Outgoing } from '../../outgoing.ts'
import type { Match } from './data.ts'
import { isManyToMany, othersOf, rowsOf } from './pairs.ts'

export const matchOutgoing: Outgoing<Match> = {
  qti: ({ left, right, pairs }, { thing }) => matched(left, right, pairs, thing),
  h5p: (data, task) => pictured(data, task),
}

/** Pairs of pictures, the only ones H5P has a library for. */
function pictured(data: Match, task: H5pMedia & { prompt: string }): Content[] {
  if (isManyToMany(data)) return []
  const pairs = bothSeen(
    rowsOf(data).map(([left = '', right = '']) => [left, right] as const),
    task,
  )
  const isPictured = pairs?.flat().every(({ image, sound }) => image && !sound)
  const isOnce = new Set(data.pairs.map(([, b]) => b)).size === data.pairs.length
  if (!pairs || !isPictured || !isOnce || othersOf(data).length > 0) return []
  const cards = pairs.map(([a, b]) => ({
    ...{ image: a.image, imageAlt: escapeHtml(a.words) },
    ...{ match: b.image, matchAlt: escapeHtml(b.words) },
  }))
  return one('H5P.ImagePair', { taskDescription: task.prompt, cards, behaviour: { allowRetry: true } })
}
