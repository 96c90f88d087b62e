import type { FileKind } from '#platform/gateways/documents/documents.ts'

export interface FileRule {
  mediaType: string
  kind: FileKind
  /** What the first bytes may look like. Office files are ZIPs that not every sniffer tells apart. */
  sniffed: readonly string[]
  maxBytes: number
}

const office = 'application/vnd.openxmlformats-officedocument'
const open = 'application/vnd.oasis.opendocument'
const megabyte = 1024 * 1024
/** Types read into the memory of a child process, and types only streamed through it. */
const most = { read: 200 * megabyte, picture: 50 * megabyte, streamed: 1024 * megabyte }

function rule(kind: FileKind, mediaType: string, sniffed: readonly string[], maxBytes: number): FileRule {
  return { kind, mediaType, sniffed, maxBytes }
}

/** File name endings an author may upload. */
export const fileRules: ReadonlyMap<string, FileRule> = new Map([
  ['pdf', rule('pdf', 'application/pdf', ['pdf'], most.read)],
  ['docx', rule('office', `${office}.wordprocessingml.document`, ['docx', 'dotx', 'zip'], most.read)],
  [
    'pptx',
    rule('office', `${office}.presentationml.presentation`, ['pptx', 'ppsx', 'potx', 'zip'], most.read),
  ],
  ['xlsx', rule('office', `${office}.spreadsheetml.sheet`, ['xlsx', 'xltx', 'zip'], most.read)],
  ['odt', rule('office', `${open}.text`, ['odt', 'zip'], most.read)],
  ['odp', rule('office', `${open}.presentation`, ['odp', 'zip'], most.read)],
  ['ods', rule('office', `${open}.spreadsheet`, ['ods', 'zip'], most.read)],
  ['png', rule('image', 'image/png', ['png'], most.picture)],
  ['jpg', rule('image', 'image/jpeg', ['jpg'], most.picture)],
  ['jpeg', rule('image', 'image/jpeg', ['jpg'], most.picture)],
  ['webp', rule('image', 'image/webp', ['webp'], most.picture)],
  ['mp3', rule('audio', 'audio/mpeg', ['mp3'], most.read)],
  ['m4a', rule('audio', 'audio/mp4', ['m4a'], most.read)],
  ['ogg', rule('audio', 'audio/ogg', ['ogg', 'oga', 'opus'], most.read)],
  ['wav', rule('audio', 'audio/wav', ['wav'], most.streamed)],
  ['mp4', rule('video', 'video/mp4', ['mp4', 'm4v'], most.streamed)],
  ['webm', rule('video', 'video/webm', ['webm'], most.streamed)],
  ['zip', rule('zip', 'application/zip', ['zip'], most.streamed)],
])

/** Value of `accept` on file inputs. */
export const acceptedEndings: string = [...fileRules.keys()].map((ending) => `.${ending}`).join(',')
