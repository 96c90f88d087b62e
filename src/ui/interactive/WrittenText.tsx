import { createElement, Fragment, type ReactNode } from 'react'
import { readWritten, type Span } from '#shared/interactive/written-text.ts'

/** What a pupil wrote, as they marked it; built of words, so that nothing of it is ever read as HTML. */
export function WrittenText({ text }: { text: string }) {
  const blocks = readWritten(text).map(({ kind, lines }) => {
    const parts =
      kind === 'p'
        ? lines.flatMap((line, at) => (at > 0 ? [createElement('br'), lineOf(line)] : [lineOf(line)]))
        : lines.map(itemOf)
    return createElement(kind, undefined, ...parts)
  })
  return createElement('div', { className: 'prose' }, ...blocks)
}

function itemOf(line: readonly Span[]): ReactNode {
  return createElement('li', undefined, lineOf(line))
}

function lineOf(spans: readonly Span[]): ReactNode {
  const parts = spans.map(({ text, isBold, isItalic }) => {
    const words = isItalic ? createElement('em', undefined, text) : text
    return isBold ? createElement('strong', undefined, words) : words
  })
  return createElement(Fragment, undefined, ...parts)
}
