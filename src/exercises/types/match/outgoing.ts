import { type Content, isPlainInGap, one } from '#exercises/formats/h5p/export-h5p-libraries.ts'
import { bothSeen, type H5pMedia } from '#exercises/formats/h5p/export-h5p-media.ts'
import type { Outgoing } from '#exercises/formats/outgoing/outgoing.ts'
import { matched } from '#exercises/formats/qti/export-qti-parts.ts'
import { withoutPictures } from '#exercises/model/text/option-content.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import type { Match } from './data.ts'
import { isManyToMany, othersOf, rowsOf } from './pairs.ts'

export const matchOutgoing: Outgoing<Match> = {
  qti: ({ left, right, pairs }, { thing }) => matched(left, right, pairs, thing),
  h5p: (data, task) => {
    const cards = pictured(data, task)
    return cards.length > 0 ? cards : dragged(withoutPictures(data), task.prompt)
  },
}

/** A line for each thing, into which the word that belongs to it is dragged. */
function dragged(data: Match, taskDescription: string): Content[] {
  const rows = rowsOf(data)
  const others = othersOf(data)
  const isLine = ([left = '', right = '']: readonly string[]) =>
    left !== '' && right !== '' && !/[*<]/.test(left) && isPlainInGap(right)
  if (isManyToMany(data) || !rows.every(isLine) || !others.every(isPlainInGap)) return []
  return one('H5P.DragText', {
    taskDescription,
    textField: rows.map(([left, right]) => `${left} – *${right}*`).join('\n'),
    distractors: others.map((text) => `*${text}*`).join(' '),
    behaviour: { enableRetry: true, enableSolutionsButton: true },
  })
}

/** Pairs of pictures, for which H5P has a library of its own. */
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
