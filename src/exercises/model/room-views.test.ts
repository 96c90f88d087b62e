import { expect, test } from 'vitest'
import { demoUnits } from '#demo/units/read.ts'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { typeOf } from './task/types.ts'
import type { Widget } from './task/widget.ts'
import { type Element, roomView } from './unit.ts'

/* A page of a room is drawn from `roomView` alone: what is not in it cannot be in its HTML. */

const elements: readonly Element[] = liveWorldCodes
  .flatMap((world) => demoUnits(world))
  .flatMap(({ content }) => content.pages.flatMap((page) => page.elements))
const scored = elements.filter(({ type }) => typeOf(type)?.kind === 'scored')
const seen = (element: Element) => JSON.stringify(roomView(element, 'seed'))

/** Everything written for who has answered. */
function transcriptOf(data: unknown): string[] {
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([name, value]) =>
    name === 'feedback' && typeof value === 'string' ? [value] : transcriptOf(value),
  )
}

/** Whether an answer is written, not chosen of what is shown. */
function isWritten(widget: Widget): boolean {
  if (widget.kind === 'text' || widget.kind === 'slider') return true
  return widget.kind === 'gaps' && Object.values(widget.gaps).every(({ options }) => !options?.length)
}

test('every type is looked at', () => {
  expect(new Set(scored.map(({ type }) => type)).size).toBeGreaterThan(15)
})

test('no view of a room holds a field of a key', () => {
  const keys =
    /"(?:isRight|weight|fraction|answer|answers|pattern|solution|partners|feedback|right|wrong|pairs)":/
  expect(scored.filter((element) => keys.test(seen(element))).map(({ type }) => type)).toEqual([])
})

test('no view of a room holds what is said to an answer', () => {
  const telling = scored.filter((element) => {
    const said = [...transcriptOf(element.data), element.right, element.partial, element.wrong]
    return said.some((text) => text.length > 12 && seen(element).includes(JSON.stringify(text).slice(1, -1)))
  })
  expect(telling.map(({ prompt }) => prompt)).toEqual([])
})

test('what is to be written stands in no view of a room', () => {
  const written = scored.filter((element) => roomView(element, 'seed').widgets.every(isWritten))
  expect(written.length).toBeGreaterThan(10)
  const telling = written.filter((element) => {
    // The words around a gap may hold another form of it by chance.
    const { widgets } = roomView(element, 'seed')
    const view = widgets.map((widget) => (widget.kind === 'gaps' ? widget.gaps : widget))
    const words = (typeOf(element.type)?.solution(element.data) ?? []).filter((line) =>
      /\p{L}{4}/u.test(line),
    )
    return words.some((line) => JSON.stringify(view).includes(line))
  })
  expect(telling.map(({ type, prompt }) => [type, prompt])).toEqual([])
})
