/** Which part of a picture is shown: how far from the left and the top, in percent of the room there is, and how near. */
export interface Crop {
  left: number
  top: number
  /** Percent; 100: as much as fits into the frame. */
  zoom: number
}

export const maxZoom = 400
/** The middle, as much as fits. */
export const wholeCrop: Crop = { left: 50, top: 50, zoom: 100 }

/** What was typed or moved, within its bounds; what is no number is as if it was left alone. */
export function readCrop(typed: { left?: string; top?: string; zoom?: string }): Crop {
  return {
    left: percent(typed.left, wholeCrop.left, [0, 100]),
    top: percent(typed.top, wholeCrop.top, [0, 100]),
    zoom: percent(typed.zoom, wholeCrop.zoom, [100, maxZoom]),
  }
}

/** The part of a picture of this size that a frame of `ratio` (width by height) shows: whole pixels, never beyond it. */
export function cropOf(
  size: { width: number; height: number },
  ratio: number,
  { left, top, zoom }: Crop,
): { left: number; top: number; width: number; height: number } {
  const scale = 100 / zoom
  const width = atLeastOne(Math.min(size.width, size.height * ratio) * scale, size.width)
  const height = atLeastOne(Math.min(size.height, size.width / ratio) * scale, size.height)
  return {
    left: Math.round(((size.width - width) * left) / 100),
    top: Math.round(((size.height - height) * top) / 100),
    width,
    height,
  }
}

/** The choice that shows this part of a picture, or what of it can be: the way back from `cropOf`. */
export function cropFor(
  size: { width: number; height: number },
  ratio: number,
  part: { left: number; top: number; width: number },
): Crop {
  const whole = Math.min(size.width, size.height * ratio)
  const width = Math.min(whole, Math.max((whole * 100) / maxZoom, part.width))
  return {
    left: shareOf(part.left, size.width - width),
    top: shareOf(part.top, size.height - width / ratio),
    zoom: (whole / width) * 100,
  }
}

/** In percent; the middle where there is no room to move. */
function shareOf(distance: number, room: number): number {
  return room < 1 ? 50 : Math.min(100, Math.max(0, (distance / room) * 100))
}

/** Whether a picture is shown uncut. */
export function isWhole({ left, top, zoom }: Crop): boolean {
  return left === wholeCrop.left && top === wholeCrop.top && zoom === wholeCrop.zoom
}

function atLeastOne(length: number, most: number): number {
  return Math.min(most, Math.max(1, Math.round(length)))
}

function percent(typed: string | undefined, usual: number, [least, most]: readonly [number, number]): number {
  const text = (typed ?? '').trim().slice(0, 20).replace(',', '.')
  const value = text === '' ? Number.NaN : Number(text)
  return Number.isNaN(value) ? usual : Math.min(most, Math.max(least, value))
}
