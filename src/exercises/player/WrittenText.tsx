import { createElement, Fragment, type ReactNode } from 'react'
import { readWritten, type Span } from '#exercises/model/text/written-text.ts'

/** What a pupil wrote, as they marked it; built of words, so that nothing of it is ever read as HTML. */
export function WrittenText({ text }: { text: string }) {
  const blocks = readWritten(text).map(({ kind, lines }) => {
    const parts = kind === 'p' ? lines.map(brokenLineOf) : lines.map(itemOf)
    return createElement(kind, undefined, ...parts)
  })
  return createElement('div', { className: 'prose' }, ...blocks)
}

/** A line of a paragraph; every line but the first starts with a line break. */
function brokenLineOf(line: readonly Span[], at: number): ReactNode {
  return createElement(Fragment, undefined, at > 0 && createElement('br'), lineOf(line))
}

function itemOf(line: readonly Span[]): ReactNode {
  return createElement('li', undefined, lineOf(line))
}

function lineOf(spans: readonly Span[]): ReactNode {
  const parts = spans.map(({ text, isBold, isItalic, isUnderlined }) => {
    const slanted = isItalic ? createElement('em', undefined, text) : text
    const words = isBold ? createElement('strong', undefined, slanted) : slanted
    return isUnderlined ? createElement('u', undefined, words) : words
  })
  return createElement(Fragment, undefined, ...parts)
}
