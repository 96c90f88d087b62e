import { cropOf, readCrop } from '#platform/rules/files/crop.ts'

/*
 * The preview of a picture that was chosen, as the server will cut it: it follows the fields, and is moved by the pointer. A
 * canvas, because the page's policy lets no picture in that is not ours.
 */
for (const part of document.querySelectorAll<HTMLElement>('[data-crop]')) follow(part)

function follow(part: HTMLElement): void {
  const canvas = part.querySelector('canvas')
  const form = part.closest('form')
  const file = form?.querySelector<HTMLInputElement>('input[type=file]')
  if (!canvas || !form || !file) return
  let picture: ImageBitmap | undefined
  const field = (name: string) => part.querySelector<HTMLInputElement>(`input[name=${name}]`)
  const crop = () =>
    readCrop({
      left: field('left')?.value ?? '',
      top: field('top')?.value ?? '',
      zoom: field('zoom')?.value ?? '',
    })
  const shown = (of: ImageBitmap) => cropOf(of, canvas.width / canvas.height, crop())

  function paint(): void {
    canvas?.toggleAttribute('hidden', picture === undefined)
    if (!canvas || !picture) return
    const { left, top, width, height } = shown(picture)
    const drawing = canvas.getContext('2d')
    drawing?.clearRect(0, 0, canvas.width, canvas.height)
    drawing?.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height)
  }

  async function take(): Promise<void> {
    const chosen = file?.files?.[0]
    picture?.close()
    picture = undefined
    // What no browser can draw has no preview; the server says what is wrong with it.
    const read = chosen && (await createImageBitmap(chosen).catch(() => undefined))
    if (file?.files?.[0] !== chosen) return
    picture = read
    paint()
  }

  /** Moves the part by a share of the canvas, against the pointer: the picture goes along with it. */
  function move(event: PointerEvent): void {
    if (!canvas || !picture || !canvas.hasPointerCapture(event.pointerId)) return
    const { width, height } = shown(picture)
    const { clientWidth, clientHeight } = canvas
    shift(field('left'), (-event.movementX / clientWidth) * width, picture.width - width)
    shift(field('top'), (-event.movementY / clientHeight) * height, picture.height - height)
    paint()
  }

  file.addEventListener('change', () => void take())
  part.addEventListener('input', paint)
  form.addEventListener('reset', () => setTimeout(paint))
  canvas.addEventListener('pointerdown', (event) => canvas.setPointerCapture(event.pointerId))
  canvas.addEventListener('pointermove', move)
  void take()
}

function shift(field: HTMLInputElement | null, pixels: number, room: number): void {
  if (field && room > 0) field.value = String(Number(field.value) + (pixels / room) * 100)
}
