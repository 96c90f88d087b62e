import type { Statement } from '#exercises/model/media/asset-sources.ts'
import { sizeInDrawing } from '#platform/rules/files/drawing-size.ts'
import { type PictureSize, pictureSize } from '#platform/rules/files/picture-size.ts'
import { textOfBytes } from '#platform/rules/files/text-encoding.ts'

/** A file of a package that a task needs: it is stored later, and its name here stands for the one it gets then. */
export interface ImportedFile {
  key: string
  /** As the package calls it. */
  name: string
  kind: 'picture' | 'video' | 'sound'
  /** Its bytes, or where they lie in the package: a large file is never wholly in memory. */
  content: Uint8Array | PackedPlace
  /** What the package says of its origin. */
  source?: Statement
}

/** Where the bytes of a package's file lie in it, and what they must be when they are unpacked. */
export interface PackedPlace {
  at: number
  packedBytes: number
  bytes: number
  isDeflated: boolean
  /** CRC-32. */
  sum: number
}

/** A file of a package, unpacked when it is read. */
export interface PackedFile {
  place: PackedPlace
  /** Undefined: it is broken. */
  read(): Uint8Array | undefined
}

/** What lies at a path of a package; undefined: nothing. */
export type FileReader = (path: string) => Uint8Array | PackedFile | undefined

/** A package without any. */
export const noFiles: FileReader = () => undefined

const mostFiles = 100
const mostTextBytes = 500_000
/** A larger picture is not taken, so that nobody has to know how large it is. */
const mostPictureBytes = 10 * 1024 * 1024
const endings = {
  picture: /\.(png|jpe?g|gif|webp|svg)$/i,
  video: /\.(mp4|webm)$/i,
  sound: /\.(mp3|ogg|wav|m4a|webm)$/i,
} as const

/** A vector drawing (SVG); it is turned into a bitmap. */
export function isDrawing(path: string): boolean {
  return /\.svg$/i.test(path)
}

/** Files that tasks of one import name, each once. */
export class ImportFiles {
  readonly all: ImportedFile[] = []
  private readonly read: FileReader

  constructor(read: FileReader) {
    this.read = read
  }

  /** The name of the picture, video or recording at this path until it is stored; '' where there is none we could show. */
  take(path: string, kind: ImportedFile['kind']): string {
    const known = this.all.find(({ name }) => name === path)
    if (known) return known.kind === kind ? known.key : ''
    const ending = endings[kind].exec(path)?.[1]?.toLowerCase()
    const file = ending === undefined || this.all.length >= mostFiles ? undefined : this.read(path)
    if (file === undefined || lengthOf(file) === 0) return ''
    const number = String(this.all.length + 1).padStart(64, '0')
    const key = `unit/00/${number}.${kind === 'picture' ? 'webp' : ending}`
    this.all.push({ key, name: path, kind, content: file instanceof Uint8Array ? file : file.place })
    return key
  }

  /** How large the picture at this path is; undefined: there is none we could show. */
  size(path: string): PictureSize | undefined {
    const bytes = endings.picture.test(path) ? this.bytes(path, mostPictureBytes) : undefined
    return bytes && (isDrawing(path) ? sizeInDrawing(bytes) : pictureSize(bytes))
  }

  /** The text at this path; '' where there is none. */
  text(path: string): string {
    if (!/\.(vtt|srt|txt)$/i.test(path)) return ''
    const bytes = this.bytes(path, mostTextBytes)
    return bytes ? textOfBytes(bytes) : ''
  }

  private bytes(path: string, most: number): Uint8Array | undefined {
    const file = this.read(path)
    if (file === undefined || lengthOf(file) > most) return undefined
    return file instanceof Uint8Array ? file : file.read()
  }
}

function lengthOf(file: Uint8Array | PackedFile): number {
  return file instanceof Uint8Array ? file.length : file.place.bytes
}
