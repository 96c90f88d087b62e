interface FileRule {
  mediaType: string
  /** What the first bytes may look like. Office files are ZIPs that not every sniffer tells apart. */
  sniffed: readonly string[]
}

const office = 'application/vnd.openxmlformats-officedocument'

/** File name endings an author may upload. PDF is the material, the others come with it. */
export const mediaTypes: ReadonlyMap<string, FileRule> = new Map([
  ['pdf', { mediaType: 'application/pdf', sniffed: ['pdf'] }],
  ['docx', { mediaType: `${office}.wordprocessingml.document`, sniffed: ['docx', 'zip'] }],
  ['pptx', { mediaType: `${office}.presentationml.presentation`, sniffed: ['pptx', 'zip'] }],
  ['xlsx', { mediaType: `${office}.spreadsheetml.sheet`, sniffed: ['xlsx', 'zip'] }],
  ['odt', { mediaType: 'application/vnd.oasis.opendocument.text', sniffed: ['odt', 'zip'] }],
  ['png', { mediaType: 'image/png', sniffed: ['png', 'apng'] }],
  ['jpg', { mediaType: 'image/jpeg', sniffed: ['jpg'] }],
  ['jpeg', { mediaType: 'image/jpeg', sniffed: ['jpg'] }],
  ['mp3', { mediaType: 'audio/mpeg', sniffed: ['mp3'] }],
  ['zip', { mediaType: 'application/zip', sniffed: ['zip'] }],
])

/** Value of `accept` on file inputs. */
export const acceptedEndings: string = [...mediaTypes.keys()].map((ending) => `.${ending}`).join(',')
