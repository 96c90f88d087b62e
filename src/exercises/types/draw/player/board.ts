import {
  longestDrawing,
  onPaper,
  type Point,
  paper,
  readStrokes,
  type Stroke,
  simplified,
  writeStrokes,
} from '#exercises/model/media/strokes.ts'
import { button, choicesOf, pathFor, sheetOf } from './board-tools.ts'

export interface BoardOptions {
  /** The drawing so far. */
  written: string
  picture: { address: string; alt: string }
  say: (name: string, vars?: Readonly<Record<string, string | number>>) => string
  onChange: (written: string) => void
  /** Tells those who do not see it where the pen is. */
  announce: (text: string) => void
}

export interface Board {
  /** Shows another drawing than its own last one. */
  show: (written: string) => void
  close: () => void
}

/** How far an arrow key goes; with the shift key a little. */
const [far, near] = [50, 10]
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * Paper to draw on, with finger, pen, mouse or keys, and its tools. It knows no framework: the player and the page of a room
 * put it into an empty element of theirs.
 */
export function openBoard(place: HTMLElement, options: BoardOptions): Board {
  const { say, announce, onChange } = options
  let strokes = readStrokes(options.written)
  let written = options.written
  /** What undoing brings back. */
  const before: Stroke[][] = []
  const chosen = { ink: 0, pen: 1 }
  let current: Point[] | undefined
  let cursor: Point = { x: paper.width / 2, y: paper.height / 2 }

  const hint = document.createElement('p')
  hint.className = 'soft small'
  hint.id = `${place.id || 'drawing'}-how-${Math.random().toString(36).slice(2, 8)}`
  hint.textContent = say('drawHow')
  const label = options.picture.alt ? `${say('drawing')}: ${options.picture.alt}` : say('drawing')
  const { sheet, lines, pen } = sheetOf(options.picture.address, { label, hint: hint.id })
  const undo = button(say('drawUndo'), () => undoLast())
  const clear = button(say('drawClear'), () => change([]))
  const tools = document.createElement('div')
  tools.className = 'drawing__tools'
  tools.append(...choicesOf(chosen, say), undo, clear)
  place.replaceChildren(hint, sheet, tools)
  draw()

  function draw(): void {
    const open = current ? [{ ...chosen, points: current }] : []
    lines.replaceChildren(...[...strokes, ...open].map(pathFor))
    pen.setAttribute('cx', String(cursor.x))
    pen.setAttribute('cy', String(cursor.y))
    pen.classList.toggle('drawing__pen--down', current !== undefined)
    undo.setAttribute('aria-disabled', String(before.length === 0))
    clear.setAttribute('aria-disabled', String(strokes.length === 0))
  }

  function change(next: Stroke[]): void {
    if (next.length === 0 && strokes.length === 0) return
    before.push(strokes)
    set(next)
  }

  function set(next: Stroke[]): void {
    strokes = next
    written = writeStrokes(strokes)
    draw()
    onChange(written)
  }

  function undoLast(): void {
    const last = before.pop()
    if (last) set(last)
  }

  /** The line is done; one that does not fit any more is taken away again. */
  function lift(): void {
    const points = current ? simplified(current) : []
    current = undefined
    const next = [...strokes, { ...chosen, points }]
    const fits = writeStrokes(next).length <= longestDrawing
    if (points.length > 0 && fits) change(next)
    else draw()
    if (fits) return
    announce(say('drawFull'))
    hint.textContent = say('drawFull')
  }

  function pointOf(event: PointerEvent): Point {
    const { left, top, width, height } = sheet.getBoundingClientRect()
    const x = ((event.clientX - left) / Math.max(1, width)) * paper.width
    return onPaper({ x, y: ((event.clientY - top) / Math.max(1, height)) * paper.height })
  }

  function goTo(point: Point): void {
    cursor = point
    const last = current?.at(-1)
    if (current && (last?.x !== point.x || last.y !== point.y)) current.push(point)
    draw()
  }

  function handleKey(event: KeyboardEvent): void {
    const arrow = arrows[event.key]
    if (event.key === 'z' && (event.ctrlKey || event.metaKey)) undoLast()
    else if (event.ctrlKey || event.metaKey || event.altKey) return
    else if (arrow) {
      const step = event.shiftKey ? near : far
      goTo(onPaper({ x: cursor.x + arrow[0] * step, y: cursor.y + arrow[1] * step }))
      announce(say('penAt', sharesOf(cursor)))
    } else if (event.key === ' ' || event.key === 'Enter') togglePen()
    else if (event.key === 'Escape' && current) {
      current = undefined
      draw()
    } else return
    event.preventDefault()
  }

  function togglePen(): void {
    const isDown = current !== undefined
    if (isDown) lift()
    else current = [cursor]
    draw()
    announce(isDown ? say('penUp') : say('penDown', sharesOf(cursor)))
  }

  sheet.addEventListener('keydown', handleKey)
  sheet.addEventListener('blur', () => current && lift())
  sheet.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return
    event.preventDefault()
    sheet.focus({ preventScroll: true })
    sheet.setPointerCapture(event.pointerId)
    if (current) lift()
    current = []
    goTo(pointOf(event))
  })
  sheet.addEventListener('pointermove', (event) => {
    if (!current || !sheet.hasPointerCapture(event.pointerId)) return
    goTo(pointOf(event))
  })
  sheet.addEventListener('pointerup', (event) => sheet.hasPointerCapture(event.pointerId) && lift())
  sheet.addEventListener('pointercancel', () => lift())

  return {
    show(next) {
      if (next === written) return
      written = next
      strokes = readStrokes(next)
      before.length = 0
      current = undefined
      draw()
    },
    close: () => place.replaceChildren(),
  }
}

/** Where the pen is, in percent of the paper. */
function sharesOf({ x, y }: Point) {
  return { x: Math.round((x / paper.width) * 100), y: Math.round((y / paper.height) * 100) }
}
