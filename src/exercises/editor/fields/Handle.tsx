import type { Dragged, DragHandle } from '../state/use-drag.ts'

/** What a pointer drags something by; buttons and keys do the same, so it is nothing to whom a screen is read. */
export function Handle({ what, handle }: { what: Dragged; handle: DragHandle }) {
  return (
    <span className="ordered__handle" aria-hidden="true" {...handle(what)}>
      ⠿
    </span>
  )
}
