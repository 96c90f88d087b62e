/** What a listing consists of, as far as its rate of tax asks. */
export interface PublicationParts {
  /** Of its files, with endings. */
  fileNames: readonly string[]
  /** An exercise or a course that runs in the browser belongs to it. */
  isInteractive: boolean
}

const documents = ['pdf', 'docx', 'pptx', 'xlsx', 'odt', 'odp', 'ods', 'png', 'jpg', 'jpeg', 'webp']

/**
 * Whether a listing counts as an electronic publication, which most countries tax at a lower rate: what is read, not wholly or
 * predominantly video or audible music (directive 2006/112/EC, article 98(2) and annex III, point 6), and no software, which
 * an exercise is. Texts and pictures have to be more than half of its files; of an archive nobody knows what is in it.
 * Germany: § 12 (2) no. 14 UStG. The platform owes the tax; whoever sets the class answers for this rule.
 */
export function isPublication({ fileNames, isInteractive }: PublicationParts): boolean {
  const read = fileNames.filter((name) => documents.includes(name.toLowerCase().split('.').at(-1) ?? ''))
  return !isInteractive && read.length * 2 > fileNames.length
}
