import { type Crop, cropFor, cropOf, readCrop } from '#platform/rules/files/crop.ts'

/*
 * A picture that was chosen, with a frame around the part that the server will cut out: it follows the fields, and they follow it
 * when it is dragged. A canvas, because the page's policy lets no picture in that is not ours.
 */
for (const part of document.querySelectorAll<HTMLElement>('[data-crop]')) follow(part)

interface Part {
  left: number
  top: number
  width: number
  height: number
}

/** Enough for the widest screen of the form. */
const longestSide = 1280
/** In pixels of the screen: how near to a corner a finger takes hold of it. */
const reach = 28

function follow(part: HTMLElement): void {
  const canvas = part.querySelector('canvas')
  const drawing = canvas?.getContext('2d')
  const hint = part.querySelector<HTMLElement>('[data-crop-drag]')
  const form = part.closest('form')
  const file = form?.querySelector<HTMLInputElement>('input[type=file]')
  if (!canvas || !drawing || !form || !file) return
  const ratio = Number(part.dataset.crop)
  let picture: ImageBitmap | undefined
  /** Where the pointer was put down: how to change the part it was put on. */
  let held: { x: number; y: number; part: Part; corner: { x: -1 | 1; y: -1 | 1 } | undefined } | undefined
  const field = (name: keyof Crop) => part.querySelector<HTMLInputElement>(`input[name=${name}]`)
  const partOf = (of: ImageBitmap): Part => {
    const text = (name: keyof Crop) => field(name)?.value ?? ''
    return cropOf(of, ratio, readCrop({ left: text('left'), top: text('top'), zoom: text('zoom') }))
  }

  function paint(): void {
    canvas?.toggleAttribute('hidden', picture === undefined)
    hint?.toggleAttribute('hidden', picture === undefined)
    if (!canvas || !drawing || !picture) return
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    drawing.drawImage(picture, 0, 0, canvas.width, canvas.height)
    drawFrame(drawing, inPixels(partOf(picture), scale), canvas.width / Math.max(1, canvas.clientWidth))
  }

  async function take(): Promise<void> {
    const chosen = file?.files?.[0]
    picture?.close()
    picture = undefined
    // What no browser can draw has no frame; the server says what is wrong with it.
    const read = chosen && (await createImageBitmap(chosen).catch(() => undefined))
    if (file?.files?.[0] !== chosen) return
    picture = read
    paint()
  }

  /** A point of the screen as one of the picture. */
  function pointOf(event: PointerEvent, of: ImageBitmap): { x: number; y: number; unit: number } {
    const box = event.target instanceof Element ? event.target.getBoundingClientRect() : new DOMRect()
    const unit = of.width / Math.max(1, box.width)
    return { x: (event.clientX - box.left) * unit, y: (event.clientY - box.top) * unit, unit }
  }

  function hold(event: PointerEvent): void {
    if (!canvas || !picture) return
    const { x, y, unit } = pointOf(event, picture)
    const now = partOf(picture)
    const corner = cornerAt(now, { x, y }, reach * unit)
    held = { x, y, part: now, corner }
    canvas.setPointerCapture(event.pointerId)
  }

  function move(event: PointerEvent): void {
    if (!picture || !held) return
    const { x, y } = pointOf(event, picture)
    const [right, down] = [x - held.x, y - held.y]
    const changed = held.corner
      ? sized(held.part, held.corner, right, ratio)
      : { ...held.part, left: held.part.left + right, top: held.part.top + down }
    const crop = cropFor(picture, ratio, changed)
    for (const name of ['left', 'top', 'zoom'] as const) {
      const control = field(name)
      if (control) control.value = String(crop[name])
    }
    paint()
  }

  file.addEventListener('change', () => void take())
  part.addEventListener('input', paint)
  // Folded away, it has no size of its own yet.
  part.closest('details')?.addEventListener('toggle', paint)
  form.addEventListener('reset', () => setTimeout(paint))
  canvas.addEventListener('pointerdown', hold)
  canvas.addEventListener('pointermove', move)
  for (const end of ['pointerup', 'pointercancel'] as const)
    canvas.addEventListener(end, () => {
      held = undefined
    })
  void take()
}

function inPixels({ left, top, width, height }: Part, scale: number): Part {
  return { left: left * scale, top: top * scale, width: width * scale, height: height * scale }
}

/** What is cut off lies in the dark; `unit`: pixels of the canvas to one of the screen. */
function drawFrame(on: CanvasRenderingContext2D, { left, top, width, height }: Part, unit: number): void {
  const { canvas } = on
  on.fillStyle = 'rgb(0 0 0 / 55%)'
  on.beginPath()
  on.rect(0, 0, canvas.width, canvas.height)
  on.rect(left, top, width, height)
  on.fill('evenodd')
  on.strokeStyle = '#fff'
  on.lineWidth = 2 * unit
  on.strokeRect(left, top, width, height)
  on.fillStyle = '#fff'
  const side = 12 * unit
  for (const x of [left, left + width])
    for (const y of [top, top + height]) on.fillRect(x - side / 2, y - side / 2, side, side)
}

function cornerAt(
  { left, top, width, height }: Part,
  { x, y }: { x: number; y: number },
  within: number,
): { x: -1 | 1; y: -1 | 1 } | undefined {
  for (const sideX of [-1, 1] as const)
    for (const sideY of [-1, 1] as const) {
      const [cornerX, cornerY] = [sideX < 0 ? left : left + width, sideY < 0 ? top : top + height]
      if (Math.hypot(x - cornerX, y - cornerY) <= within) return { x: sideX, y: sideY }
    }
  return undefined
}

/** A part whose corner was drawn by `right`; the corner across stays where it is. */
function sized(part: Part, corner: { x: -1 | 1; y: -1 | 1 }, right: number, ratio: number): Part {
  const width = Math.max(1, part.width + corner.x * right)
  const height = width / ratio
  return {
    left: corner.x < 0 ? part.left + part.width - width : part.left,
    top: corner.y < 0 ? part.top + part.height - height : part.top,
    ...{ width, height },
  }
}
