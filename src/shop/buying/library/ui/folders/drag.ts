import type { DragEvent } from 'react'

/** What is being dragged; of another page or program it is nothing. */
let dragged: readonly number[] = []

/** A line is taken: itself, or all that are chosen where it is one of them. */
export function draggedIds(event: DragEvent, chosen: readonly number[]): void {
  const line = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-line]') : null
  const id = Number(line?.dataset.line)
  dragged = !line ? [] : chosen.includes(id) ? chosen : [id]
  event.dataTransfer.effectAllowed = 'all'
}

/** What is let go. */
export function droppedIds(): readonly number[] {
  const ids = dragged
  dragged = []
  return ids
}

export function isDragging(): boolean {
  return dragged.length > 0
}
