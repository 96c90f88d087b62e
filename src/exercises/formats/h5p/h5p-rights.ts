import {
  type AssetLicense,
  readStatement,
  type Statement,
  unknownSource,
} from '#exercises/model/media/asset-sources.ts'
import { at, listAt } from './h5p-content.ts'

/** What H5P writes for licences. */
const licenses: ReadonlyMap<string, AssetLicense> = new Map([
  ['CC BY', 'cc-by'],
  ['CC BY-SA', 'cc-by-sa'],
  ['CC BY-ND', 'cc-by-nd'],
  ['CC BY-NC', 'cc-by-nc'],
  ['CC BY-NC-SA', 'cc-by-nc-sa'],
  ['CC BY-NC-ND', 'cc-by-nc-nd'],
  ['CC0 1.0', 'cc0'],
  ['CC PDM', 'pd'],
  ['PD', 'pd'],
  ['ODC PDDL', 'pddl'],
  ['GNU GPL', 'gpl'],
  ['C', 'reserved'],
])
const codes = new Map<AssetLicense, string>([...licenses].map(([code, license]) => [license, code]))

/** Libraries that are one file: what is said of them is said of it. */
const ofOneFile = /^H5P\.(Image|Audio|Video)\b/
const mostAuthors = 10

/** What a package says of its files, by their paths, and of itself. */
export interface H5pRights {
  files: ReadonlyMap<string, Statement>
  /** Undefined: nothing. */
  whole: Statement | undefined
}

/** A part of the content that is still to be read. */
interface Place {
  value: unknown
  /** What holds where a file itself says nothing: the nearest that is said around it. */
  around: Statement | undefined
  /** What is said of the one file of a library. */
  ofFile: Statement | undefined
}

/**
 * Reads licences and authors: what a file says of itself comes first, then what its picture or recording says, then what is said
 * around it. "Undisclosed" is an answer, too: what is said of the exercise does not hold for such a file.
 */
export function h5pRights(head: unknown, content: unknown): H5pRights {
  const files = new Map<string, Statement>()
  const whole = statementOf(head)
  const open: Place[] = [{ value: content, around: whole, ofFile: undefined }]
  for (let place = open.pop(); place; place = open.pop()) {
    const { value } = place
    if (typeof value !== 'object' || value === null) continue
    const path = at(value, 'path')
    if (typeof path === 'string' && path !== '') note(files, path, statementIn(value, place))
    for (const inner of innerOf(value, place)) open.push(inner)
  }
  return { files, whole: isStated(whole) ? whole : undefined }
}

function innerOf(value: object, { around, ofFile }: Place): Place[] {
  const library = at(value, 'library')
  if (typeof library !== 'string')
    return Object.values(value).map((inner) => ({ value: inner, around, ofFile }))
  const said = statementOf(at(value, 'metadata'))
  const isFile = ofOneFile.test(library)
  return [{ value: at(value, 'params'), around: said ?? around, ofFile: isFile ? said : undefined }]
}

function statementIn(file: object, { around, ofFile }: Place): Statement | undefined {
  const own = statementOf(at(file, 'copyright'))
  if (isStated(own)) return own
  if (isStated(ofFile)) return ofFile
  return own ?? ofFile ?? around
}

/** A file that stands in several places is what it is said to be where anything is said. */
function note(files: Map<string, Statement>, path: string, said: Statement | undefined): void {
  if (!isStated(files.get(path))) files.set(path, said ?? unknownSource)
}

function isStated(said: Statement | undefined): said is Statement {
  return said !== undefined && said.license !== 'unknown'
}

/** Undefined: nothing is said, not even that nobody knows. */
function statementOf(said: unknown): Statement | undefined {
  const code = at(said, 'license')
  if (code === undefined) return undefined
  const version = at(said, 'licenseVersion') ?? at(said, 'version')
  const names = listAt(said, 'authors')
    .slice(0, mostAuthors)
    .map((each) => at(each, 'name'))
    .filter((name) => typeof name === 'string')
  return readStatement({
    license: licenseOf(code, version),
    version,
    title: at(said, 'title'),
    author: names.length > 0 ? names.join(', ') : at(said, 'author'),
    source: at(said, 'source'),
  })
}

function licenseOf(code: unknown, version: unknown): AssetLicense {
  if (typeof code !== 'string') return 'unknown'
  // In older packages the dedication is a version of "public domain".
  if (code === 'PD' && version === 'CC0 1.0') return 'cc0'
  return licenses.get(code) ?? 'unknown'
}

/** The same as H5P writes it of a file; what it has no sign for is copyright, and what is not said is undisclosed. */
export function h5pCopyright(said: Statement | undefined): object {
  if (!said || said.license === 'unknown') return { license: 'U' }
  const license = codes.get(said.license) ?? 'C'
  const words = { title: said.title, author: said.author, source: said.source, version: said.version }
  return { license, ...Object.fromEntries(Object.entries(words).filter(([, text]) => text !== '')) }
}

/** And of a library or of the whole package. */
export function h5pMetadata(said: Statement | undefined): object {
  if (!said || said.license === 'unknown') return { license: 'U' }
  return {
    license: codes.get(said.license) ?? 'C',
    ...(said.version && { licenseVersion: said.version }),
    ...(said.author && { authors: [{ name: said.author, role: 'Author' }] }),
    ...(said.source && { source: said.source }),
  }
}
