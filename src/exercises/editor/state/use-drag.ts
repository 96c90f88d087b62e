import { type PointerEvent, useEffect, useRef, useState } from 'react'

/** What is dragged: a task, or a page with all it has. */
export interface Dragged {
  kind: 'element' | 'page'
  id: string
}

/** Where it would come to stand: a place among the other tasks of a page, or the place of that page. */
export interface DropPlace {
  page: string
  at: number
}

/** The part of a handle that begins a drag. */
export type DragHandle = (dragged: Dragged) => {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void
  onPointerMove: (event: PointerEvent<HTMLElement>) => void
  onPointerUp: () => void
  onPointerCancel: () => void
}

/** So near to the edge of the window the page goes along, this far at once. */
const edge = 72
const stepPixels = 12

/**
 * Dragging of tasks and pages by their handles. The window goes along at its edges, Escape leaves all as it was. Who has no
 * pointer has buttons and Alt with an arrow.
 */
export function useDrag(onDrop: (dragged: Dragged, place: DropPlace) => void) {
  const [dragged, setDragged] = useState<Dragged>()
  const [place, setPlace] = useState<DropPlace>()
  const point = useRef({ x: 0, y: 0 })
  const isDragging = dragged !== undefined

  function lookAgain(what: Dragged): void {
    const found = placeAt(point.current, what)
    setPlace((before) => (before?.page === found?.page && before?.at === found?.at ? before : found))
  }
  const look = useRef(lookAgain)
  look.current = lookAgain

  function leave(): void {
    setDragged(undefined)
    setPlace(undefined)
  }

  useEffect(() => {
    if (!dragged) return
    let frame = requestAnimationFrame(follow)
    function follow(): void {
      const by = scrollBy(point.current.y)
      if (by !== 0 && dragged) {
        scrollTo({ top: scrollY + by, behavior: 'instant' })
        look.current(dragged)
      }
      frame = requestAnimationFrame(follow)
    }
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setDragged(undefined)
      setPlace(undefined)
    }
    document.addEventListener('keydown', handleKey)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('keydown', handleKey)
    }
  }, [dragged])

  const handle: DragHandle = (what) => ({
    onPointerDown: (event) => {
      if (event.button !== 0) return
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      point.current = { x: event.clientX, y: event.clientY }
      setDragged(what)
    },
    onPointerMove: ({ clientX, clientY }) => {
      if (!isDragging) return
      point.current = { x: clientX, y: clientY }
      lookAgain(what)
    },
    onPointerUp: () => {
      if (!isDragging) return
      const found = placeAt(point.current, what)
      leave()
      if (found) onDrop(what, found)
    },
    onPointerCancel: leave,
  })

  return { dragged, place, handle }
}

function scrollBy(y: number): number {
  if (y < edge) return -stepPixels
  return y > innerHeight - edge ? stepPixels : 0
}

/** What lies under the pointer: a page, and the tasks of it above which the pointer is not. */
function placeAt({ x, y }: { x: number; y: number }, { kind, id }: Dragged): DropPlace | undefined {
  const section = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-page]')
  const page = section?.dataset.page
  if (!section || page === undefined) return undefined
  if (kind === 'page') return page === id ? undefined : { page, at: Number(section.dataset.place) }
  const others = [...section.querySelectorAll<HTMLElement>('.edit-card')].filter((card) => card.id !== id)
  const at = others.filter((card) => y > middleOf(card)).length
  return { page, at }
}

function middleOf(card: HTMLElement): number {
  const { top, height } = card.getBoundingClientRect()
  return top + height / 2
}
