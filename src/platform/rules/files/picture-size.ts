export interface PictureSize {
  width: number
  height: number
}

/** How large a picture is, by its first bytes: files that name places of it do so in points of its own. Undefined: none we know. */
export function pictureSize(bytes: Uint8Array): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const starts = (text: string, at = 0) =>
    [...text].every((sign, place) => bytes[at + place] === sign.charCodeAt(0))
  if (bytes.length < 30) return undefined
  const size = starts('\x89PNG')
    ? { width: view.getUint32(16), height: view.getUint32(20) }
    : starts('GIF8')
      ? { width: view.getUint16(6, true), height: view.getUint16(8, true) }
      : starts('\xff\xd8')
        ? sizeOfJpeg(view)
        : starts('RIFF') && starts('WEBP', 8)
          ? sizeOfWebp(view, starts)
          : undefined
  return size && size.width > 0 && size.height > 0 ? size : undefined
}

/** The frame of a JPEG stands behind other parts, each with its length. */
function sizeOfJpeg(view: DataView): PictureSize | undefined {
  for (let at = 2; at + 9 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined
    const kind = view.getUint8(at + 1)
    const isFrame = kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind)
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    at += 2 + Math.max(2, view.getUint16(at + 2))
  }
  return undefined
}

function sizeOfWebp(view: DataView, starts: (text: string, at: number) => boolean): PictureSize | undefined {
  const three = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536
  if (starts('VP8X', 12)) return { width: three(24) + 1, height: three(27) + 1 }
  if (starts('VP8 ', 12))
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (!starts('VP8L', 12)) return undefined
  const bits = view.getUint32(21, true)
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
}
