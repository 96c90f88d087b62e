import sharp from 'sharp'
import type { RenderedPage } from '../documents.ts'

/** What a page looks like before it is a picture of ours. */
export interface Bitmap {
  data: Uint8Array
  width: number
  height: number
}

/** The project's name as outlines (Commissioner 600, 264 x 40): drawing it needs no font on the machine. */
const wordmark =
  'M1 34Q1.7 31.7 2.6 29.2Q3.5 26.6 4.2 24.3L7.5 14.6Q8.4 11.9 9.2 9.8Q9.9 7.6 10.6 5.5L17.9 5.5Q18.6 7.7 19.3 9.8Q20 12 20.9 14.6L24.2 24.4Q25 26.7 25.8 29.2Q26.7 31.7 27.4 34L21.7 34Q20.9 31.7 20.2 29.2Q19.9 28.4 19.7 27.6L8.6 27.6Q8.3 28.4 8.1 29.1Q7.3 31.7 6.6 34ZM18.4 23.4L14.4 10.3L14 10.3L9.9 23.4ZM49 34.5Q44.7 34.5 42.1 33.1Q39.5 31.7 38.4 29.2Q37.2 26.6 37.2 23.2L37.2 5.5L42.8 5.5L42.8 22.8Q42.8 25 43.4 26.6Q44 28.2 45.4 29Q46.7 29.8 49 29.8Q51.2 29.8 52.6 29Q53.9 28.2 54.5 26.6Q55.1 25 55.1 22.8L55.1 5.5L60.7 5.5L60.7 23.2Q60.7 26.6 59.5 29.2Q58.2 31.7 55.6 33.1Q53.1 34.5 49 34.5ZM72.6 34L72.6 5.5L78.2 5.5L78.2 29.1L91.4 29.1L91.4 34ZM99.6 34Q100.4 31.7 101.2 29.2Q102.1 26.6 102.8 24.3L106.2 14.6Q107.1 11.9 107.8 9.8Q108.5 7.6 109.2 5.5L116.5 5.5Q117.2 7.7 117.9 9.8Q118.7 12 119.5 14.6L122.8 24.4Q123.6 26.7 124.5 29.2Q125.3 31.7 126.1 34L120.3 34Q119.6 31.7 118.8 29.2Q118.6 28.4 118.3 27.6L107.2 27.6Q106.9 28.4 106.7 29.1Q105.9 31.7 105.2 34ZM117 23.4L113 10.3L112.6 10.3L108.5 23.4ZM136.1 34L136.1 5.5L146.6 5.5Q150 5.5 152.3 6.3Q154.7 7 155.9 8.8Q157 10.5 157 13.5Q157 16 156.1 17.9Q155.1 19.9 153 21.1Q152 21.6 150.8 21.9L153.5 25.7Q154.5 27.1 155.6 28.6Q156.6 30.1 157.7 31.5Q158.7 32.9 159.5 34L153.1 34Q151.9 32.3 150.8 30.7Q149.7 29.1 148.7 27.6L145.7 23.3L141.6 23.3L141.6 34ZM141.6 19L145.6 19Q147.4 19 148.7 18.5Q150 18.1 150.6 17.1Q151.3 16 151.3 14.2Q151.3 12.8 150.8 12Q150.4 11.1 149.7 10.7Q149 10.2 148.1 10.1Q147.3 10 146.4 10L141.6 10ZM169.6 34L169.6 5.5L175.3 5.5L175.3 34ZM199.1 34.5Q194.9 34.5 192.3 33.1Q189.7 31.7 188.5 29.2Q187.3 26.6 187.3 23.2L187.3 5.5L192.9 5.5L192.9 22.8Q192.9 25 193.5 26.6Q194.1 28.2 195.5 29Q196.9 29.8 199.1 29.8Q201.3 29.8 202.7 29Q204 28.2 204.6 26.6Q205.2 25 205.2 22.8L205.2 5.5L210.8 5.5L210.8 23.2Q210.8 26.6 209.6 29.2Q208.3 31.7 205.8 33.1Q203.2 34.5 199.1 34.5ZM221.9 34Q222.2 31.7 222.4 29.5Q222.7 27.2 223 24.6L224.2 15.1Q224.6 12.5 224.8 10.2Q225.1 7.9 225.4 5.5L231.1 5.5Q232.1 8.1 233.1 10.6Q234.1 13 235 15.4L238.8 24.9L239.2 24.9L242.9 15.4Q243.8 13 244.8 10.6Q245.7 8.2 246.7 5.5L252.3 5.5Q252.6 7.9 252.9 10.2Q253.2 12.5 253.5 15.1L254.7 24.7Q255 27.3 255.3 29.5Q255.6 31.7 255.9 34L250.6 34Q250.2 30.7 249.8 27.8Q249.4 24.9 249.1 22.3L248.2 14.9L247.8 14.9L245 22.9Q243.9 25.8 242.9 28.6Q241.8 31.5 240.9 34L237.2 34Q236.6 32.4 235.9 30.5Q235.1 28.6 234.4 26.7Q233.6 24.7 232.9 22.9L229.8 14.9L229.4 14.9L228.5 22.3Q228.2 24.8 227.9 27.8Q227.5 30.7 227.1 34Z'
const tile = { width: 620, height: 400 }

/** So many pixels of a hidden page are ever looked at: the shape of its parts, none of its letters. */
export const hiddenHeightPx = 64
const hiddenBlur = 1.1

/** The name across the whole page, faint enough to read what is below it. */
function watermark({ width, height }: { width: number; height: number }): Promise<Buffer> {
  const word = (x: number, y: number) =>
    `<path transform="translate(${x} ${y}) rotate(-24) scale(.9)" d="${wordmark}" fill="#10595c" fill-opacity=".11"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${word(40, 170)}${word(350, 370)}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** A page as it is shown before it is bought. */
export async function marked({ data, width, height }: Bitmap): Promise<RenderedPage> {
  // A tile must not be larger than what it lies on.
  const mark = await watermark({ width: Math.min(width, tile.width), height: Math.min(height, tile.height) })
  const picture = await fromBitmap({ data, width, height })
    .composite([{ input: mark, tile: true, gravity: 'northwest' }])
    .webp({ quality: 80, effort: 2 })
    .toBuffer()
  return { data: picture, width, height }
}

/** A page as it is. */
export async function plain({ data, width, height }: Bitmap): Promise<RenderedPage> {
  const picture = await fromBitmap({ data, width, height }).webp({ quality: 86, effort: 2 }).toBuffer()
  return { data: picture, width, height }
}

/** The preview of a hidden page: rendered at `hiddenHeightPx`, blurred, then enlarged. */
export async function blurred(small: Bitmap, size: { width: number; height: number }): Promise<RenderedPage> {
  const soft = await fromBitmap(small).blur(hiddenBlur).png().toBuffer()
  const picture = await sharp(soft)
    .resize({ ...size, fit: 'fill', kernel: 'cubic' })
    .webp({ quality: 60, effort: 3 })
    .toBuffer()
  return { data: picture, ...size }
}

/** A bitmap as a picture on white. */
export function fromBitmap({ data, width, height }: Bitmap) {
  return sharp(data, { raw: { width, height, channels: 4 } }).flatten({ background: '#fff' })
}
