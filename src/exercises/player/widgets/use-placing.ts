import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Option } from '#exercises/model/task/widget.ts'
import { say, type Texts } from '../state/contract.ts'

/** Something that is put somewhere: a word, a card; `words` and `place` of its recording. */
export type Thing = Option & { words?: string; place?: number }

interface Placing {
  things: readonly Thing[]
  isLocked: boolean
  texts: Texts
  announce: (text: string) => void
  /** How many places there are; it is said when something is picked up. */
  targets: number
  onPlace: (thing: string, target: string) => void
}

/** A pointer that went this far drags; less is a click. */
const dragFrom = 6
/** Distance from the edge of the screen at which dragging scrolls, and the step of a scroll (px). */
const edge = 48
const scrollStep = 16

/**
 * Select, then place: whoever picks something up by key, click or by dragging it puts it down at a target in the same
 * way. Escape puts it back. Targets are elements with `data-target`.
 */
export function usePlacing({ things, isLocked, texts, announce, targets, onPlace }: Placing) {
  const [held, setHeld] = useState<string>()
  const start = useRef<{ x: number; y: number; thing: string; isDrag: boolean } | undefined>(undefined)
  const nameOf = (value: string) => things.find((thing) => thing.value === value)?.text ?? ''

  function pickUp(value: string): void {
    if (isLocked) return
    const isBack = held === value
    setHeld(isBack ? undefined : value)
    announce(say(texts, isBack ? 'putBack' : 'pickedUp', { name: nameOf(value), count: targets }))
  }

  function place(target: string, label: string): void {
    if (held === undefined || isLocked) return
    put(held, target, label)
  }

  function put(thing: string, target: string, label: string): void {
    setHeld(undefined)
    onPlace(thing, target)
    announce(say(texts, 'placed', { name: nameOf(thing), target: label }))
  }

  useEffect(() => {
    if (held === undefined) return
    const cancel = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setHeld(undefined)
      announce(say(texts, 'putBack', { name: nameOf(held) }))
    }
    document.addEventListener('keydown', cancel)
    return () => document.removeEventListener('keydown', cancel)
  })

  /** What a thing that can be picked up needs. */
  function thingProps(value: string) {
    return {
      type: 'button' as const,
      'aria-pressed': held === value,
      disabled: isLocked,
      onClick: ({ detail }: MouseEvent) => {
        // The click at the end of a drag is not one more; one of a key always counts.
        const isDragged = start.current?.isDrag === true && detail > 0
        start.current = undefined
        if (!isDragged) pickUp(value)
      },
      onPointerDown: ({ pageX, pageY, button }: PointerEvent) => {
        start.current = button === 0 ? { x: pageX, y: pageY, thing: value, isDrag: false } : undefined
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const from = start.current
        if (!from || isLocked) return
        const [dx, dy] = [event.pageX - from.x, event.pageY - from.y]
        if (!from.isDrag && Math.hypot(dx, dy) < dragFrom) return
        from.isDrag = true
        event.currentTarget.setPointerCapture(event.pointerId)
        event.currentTarget.style.translate = `${dx}px ${dy}px`
        scrollAtEdge(event.clientY)
        event.currentTarget.style.pointerEvents = 'none'
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        const element = event.currentTarget
        if (!start.current?.isDrag) return
        const under = document
          .elementFromPoint(event.clientX, event.clientY)
          ?.closest<HTMLElement>('[data-target]')
        element.style.translate = ''
        element.style.pointerEvents = ''
        if (under) put(value, under.dataset.target ?? '', under.dataset.label ?? '')
      },
      onPointerCancel: ({ currentTarget }: PointerEvent<HTMLElement>) => {
        currentTarget.style.translate = ''
        currentTarget.style.pointerEvents = ''
        start.current = undefined
      },
    }
  }

  /** What a place needs. */
  function targetProps(target: string, label: string) {
    return { 'data-target': target, 'data-label': label, onClick: () => place(target, label) }
  }

  return { held, heldName: held === undefined ? undefined : nameOf(held), thingProps, targetProps }
}

/** What is dragged to the edge of the screen takes the page along: its target may be out of sight. */
function scrollAtEdge(y: number): void {
  if (y < edge) scrollBy(0, -scrollStep)
  else if (y > innerHeight - edge) scrollBy(0, scrollStep)
}

/** Which neighbour a key leads to; undefined: another key. */
export function stepOf({ key }: Pick<KeyboardEvent, 'key'>, at: number, count: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(count - 1, at + 1)
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max(0, at - 1)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}
