import { numberIn } from './typed-values.ts'

/** A place on a picture, in percent of its sides. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** `10, 20, 30, 15`: from the left, from the top, width, height. */
export function readBox(text = ''): Partial<Box> {
  const [x, y, width = 0, height = 0] = text.split(/[;,]\s*/).map((each) => numberIn(each))
  return {
    ...(x !== undefined && { x }),
    ...(y !== undefined && { y }),
    width: width ?? 0,
    height: height ?? 0,
  }
}

export function writeBox({ x, y, width, height }: Box): string {
  return [x, y, width, height].join(', ')
}

export const centre = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 })
