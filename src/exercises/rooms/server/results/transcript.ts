import { type FileEnding, fileEndings, fileKinds } from '#exercises/model/media/pupil-files.ts'
import { readStrokes } from '#exercises/model/media/strokes.ts'
import { writeClock } from '#exercises/model/task/clock.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import type { Answers, Option, Picture, Widget } from '#exercises/model/task/widget.ts'
import { textOfHtml } from '#exercises/model/text/rich-text.ts'
import { isFormatted, listedWritten } from '#exercises/model/text/written-text.ts'
import type { Element } from '#exercises/model/unit.ts'
import type { Translate } from '#platform/i18n/translate.ts'
import { seeded } from '#platform/rules/random.ts'

/** What somebody made instead of saying it. */
export interface Made {
  /** Strokes as they are stored, and what they were drawn on. */
  drawing?: { written: string; picture: Picture }
  file?: FileEnding
}

/** What somebody drew or handed in. */
export function drawnAnswer({ type, data, id }: Element, answers: Answers): Made {
  const widgets = typeOf(type)?.view(data, seeded(id)) ?? []
  const made: Made = {}
  for (const widget of widgets) {
    const said = 'name' in widget ? (answers[widget.name]?.[0] ?? '') : ''
    if (widget.kind === 'drawing' && readStrokes(said).length > 0)
      made.drawing = { written: said, picture: widget.picture }
    const ending = fileEndings.find((each) => each === said)
    if (widget.kind === 'file' && ending) made.file = ending
  }
  return made
}

/** What somebody answered, in the words of the exercise: a line a part. `t` names what has no words. */
export function transcriptOf(element: Element, answers: Answers, t: Translate): string[] {
  const { drawing, file } = drawnAnswer(element, answers)
  const named = [
    ...(drawing ? [t('learning-rooms:answer.drawn')] : []),
    ...(file ? [t(`new-interactive:values.${fileKinds[file]}`)] : []),
  ]
  const { [drawing ? 'strokes' : '']: _strokes, [file ? 'file' : '']: _file, ...words } = answers
  const isGame = typeOf(element.type)
    ?.view(element.data, seeded(element.id))
    .some(({ kind }) => kind === 'pairs')
  if (isGame) return gameIn(element, words, t)
  return [...named, ...wordsIn(element, words, t)]
}

/** A game of pairs: its moves and its time, where a device counted them, or the pairs that were chosen. */
function gameIn(
  element: Element,
  { done: [done = ''] = [], moves: [moves = ''] = [], ms: [ms = ''] = [], ...chosen }: Answers,
  t: Translate,
): string[] {
  const words = wordsIn(element, chosen, t)
  if (done !== 'on') return words
  // Before they were counted nothing was said but that it was done.
  if (!/^\d{1,9}$/.test(moves) || !/^\d{1,9}$/.test(ms)) return [t('new-interactive:play.allPairs'), ...words]
  const count = t('new-interactive:play.moves', { count: Number(moves) })
  return [
    t('new-interactive:play.gameDone', { moves: count, time: writeClock(Math.ceil(Number(ms) / 1000)) }),
  ]
}

function wordsIn({ type, data, id }: Element, answers: Answers, t: Translate): string[] {
  const widgets = typeOf(type)?.view(data, seeded(id)) ?? []
  const labels = new Map(widgets.flatMap(labelsOf))
  const words = new Map(
    widgets.flatMap(optionsOf).map(({ value, text }) => [value, text || valueInWords(value, t)]),
  )
  const rich = richNames(widgets)
  return Object.entries(answers).flatMap(([name, values]) => {
    const said = values
      .filter((value) => value !== '')
      .map((value) => (rich.has(name) ? listedWritten(value) : (words.get(value) ?? value)))
    if (said.length === 0) return []
    const label = labels.get(name)
    return [label ? `${label}: ${said.join(', ')}` : said.join(', ')]
  })
}

/** Right and wrong have no text of their own; whatever else has none is what was chosen. */
function valueInWords(value: string, t: Translate): string {
  return value === 'true' || value === 'false' ? t(`new-interactive:values.${value}`) : value
}

/** What somebody wrote with signs for what is bold or a list; undefined: they did not. */
export function writtenIn({ type, data, id }: Element, answers: Answers): string | undefined {
  const [name = ''] = richNames(typeOf(type)?.view(data, seeded(id)) ?? [])
  const text = answers[name]?.[0] ?? ''
  return isFormatted(text) ? text : undefined
}

function richNames(widgets: readonly Widget[]): Set<string> {
  return new Set(widgets.flatMap((widget) => (widget.kind === 'text' && widget.isRich ? [widget.name] : [])))
}

/** What was picked of things to choose from, for counting; empty for types without. */
export function picksIn({ type, data, id }: Element, answers: Answers): string[] {
  const widgets = typeOf(type)?.view(data, seeded(id)) ?? []
  return widgets.flatMap((widget) => {
    if (widget.kind !== 'choice') return []
    const texts = new Map(widget.options.map(({ value, text }) => [value, text]))
    return (answers[widget.name] ?? []).flatMap((value) => texts.get(value) ?? [])
  })
}

function labelsOf(widget: Widget): [string, string][] {
  if (widget.kind === 'rows') return widget.rows.map(({ name, text }) => [name, textOfHtml(text)])
  if (widget.kind === 'words' || widget.kind === 'places')
    return widget.words.map(({ name, text }) => [name, text])
  if (widget.kind === 'pairs') return widget.cards.map(({ value, text }) => [value, text])
  if (widget.kind === 'moment') return widget.asks ? [[widget.asks.name, widget.text]] : []
  if (widget.kind === 'cards') return widget.cards.flatMap(({ name, front }) => (name ? [[name, front]] : []))
  return []
}

function optionsOf(widget: Widget): Option[] {
  if (widget.kind === 'moment') return widget.asks ? optionsOf(widget.asks) : []
  if (widget.kind === 'choice' || widget.kind === 'rows') return [...widget.options]
  if (widget.kind === 'gaps') return Object.values(widget.gaps).flatMap(({ options = [] }) => [...options])
  if (widget.kind === 'tokens')
    return widget.tokens.flatMap(({ value, text }) => (value === undefined ? [] : [{ value, text }]))
  if (widget.kind === 'pairs') return [...widget.cards]
  // Answers from when words were ticked have their names.
  if (widget.kind === 'places') return widget.words.map(({ name, text }) => ({ value: name, text }))
  return []
}
