import {
  namesFolders,
  withoutAccount,
  withoutFolders,
  withoutFoldersIn,
  withoutNames,
} from './personal-words.ts'
import { type Attribute, type Change, rewriteXml, type Tag } from './xml-tags.ts'

/**
 * What in the parts of Office files names people, as the "Inspect document" of Word, PowerPoint and Excel finds it
 * (ECMA-376; [MS-DOCX], [MS-PPTX], [MS-XLSX]; OpenDocument 1.3). Parts are read by the names of elements and attributes
 * without their prefix, which every program chooses as it likes.
 */

/** Attributes that name somebody in whatever part they stand. */
const people: ReadonlySet<string> = new Set([
  'author',
  'userId',
  'userName',
  ...['lastModifiedBy', 'presenterName', 'refreshedBy'],
])
const shortNames: ReadonlySet<string> = new Set(['initials'])
/** Of elements that stand for people, attributes with ordinary names. */
const peopleElements: Readonly<Record<string, readonly string[]>> = {
  person: ['displayName'],
  author: ['name'],
  cmAuthor: ['name'],
  chgData: ['name'],
  userInfo: ['name'],
  scenario: ['user'],
  customWorkbookView: ['name'],
  permStart: ['ed'],
}
/** Of elements in which programs keep what they like: what repeats a name of the file's properties. */
const ofPrograms: Readonly<Record<string, readonly string[]>> = {
  docVar: ['val'],
  tag: ['val'],
  property: ['value'],
}
/** Who wrote a book that is quoted is no secret. */
const quoted: ReadonlySet<string> = new Set(['bibliography-mark'])
/** Who vouches for an account: "None" is what Office itself writes for nobody. */
const providers: ReadonlySet<string> = new Set(['providerId', 'userProvider'])
/** Elements that hold a person's name in comments and tracked changes. */
const namedPeople: ReadonlySet<string> = new Set(['author', 'creator', 'lastModifiedBy'])
const namedShort: ReadonlySet<string> = new Set(['creator-initials', 'sender-initials'])
/** Properties of a file that name people and companies (core and app properties, OpenDocument meta). */
const emptyProperties: ReadonlySet<string> = new Set([
  ...['creator', 'contributor', 'publisher', 'lastModifiedBy', 'contentStatus', 'identifier', 'source'],
  ...['initial-creator', 'printed-by', 'Company', 'Manager', 'HyperlinkBase', 'Template'],
])
/** What a file is about may repeat these names. */
const subjects: ReadonlySet<string> = new Set([
  ...['title', 'subject', 'keywords', 'keyword', 'description', 'category', 'lpstr'],
])
/** Elements that only serve whoever made the file: their folder, data of their programs, letters to their address book. */
const dropped: ReadonlySet<string> = new Set([
  ...['absPath', 'mailMerge', 'HLinks', 'lastPrinted'],
  ...['customProperties', 'customPr', 'custData'],
])
const moments: ReadonlySet<string> = new Set(['date', 'dateUtc', 'dt', 'dateTime', 'created', 'modified'])
const changedBy = /^(author|userId|userName|authorId)$/

/** One name for each person of a file, so that their comments can still be told apart. */
export class Pseudonyms {
  readonly #known = new Map<string, number>()

  of(name: string): string {
    return `Author ${this.#number(name)}`
  }

  short(name: string): string {
    return `A${this.#number(name)}`
  }

  #number(name: string): number {
    const key = name.trim().toLowerCase()
    const number = this.#known.get(key) ?? this.#known.size + 1
    this.#known.set(key, number)
    return number
  }
}

export interface PartRules {
  /** It holds the properties of the whole file. */
  isAbout: boolean
  people: Pseudonyms
  /** What the properties of the file name: titles may repeat it. */
  names: readonly string[]
  /** Relations that are left out; what points at them in this part goes with them. */
  droppedRelations: ReadonlySet<string>
}

/** Whether a part holds the properties of the whole file. */
export function isProperties(name: string): boolean {
  return /(^|\/)(docProps\/(core|app)\d*\.xml|meta\.xml)$|\.psmdcp$/i.test(name)
}

/** No part without one of these has anything to change: tables of numbers are long. */
const worthALook =
  /author|user|initials|creator|provider|modifiedby|presenter|displayname|permstart|scenario|workbookview|abspath|mailmerge|printer|cmauthor|person|file:|["'\s][a-z]:[\\/]|\\\\|\/(?:users|home|volumes)\/|~\/|:users:|(?:smb|afp|nfs|content):|refreshedby|custom(?:pr|data)|securitydescriptor|connection=|<!|%5c|instr|docvar|&#(?:x5c|92|47|x2f|58|x3a);/i

/** A part without the people, folders and machines it names. */
export function withoutPeople(xml: string, rules: PartRules): string {
  const isNamed = rules.names.some((name) => xml.includes(name))
  const isPlain = !rules.isAbout && !isNamed && rules.droppedRelations.size === 0
  if (isPlain && !worthALook.test(xml)) return xml
  return rewriteXml(xml, {
    tag: (tag) => changeOf(tag, rules),
    text: (text, above) => textOf(text, above, rules),
  })
}

/** Who the properties of a file name. */
export function namesIn(xml: string): string[] {
  const names: string[] = []
  rewriteXml(xml, {
    tag: () => 'keep',
    text: (text, above) => {
      if (/^(creator|lastModifiedBy|initial-creator|printed-by|Company|Manager)$/.test(above.at(-1) ?? ''))
        names.push(text.trim())
      return text
    },
  })
  return names
}

function changeOf(tag: Tag, rules: PartRules): Change {
  if (dropped.has(tag.name)) return 'drop'
  // Their own properties; in a text it is a field that shows one.
  if (tag.name === 'user-defined' && rules.isAbout) return 'drop'
  // The printer of LibreOffice, and the address book its letters go to.
  if (tag.name === 'config-item' && tag.attributes.some(({ value }) => /Printer|Database/.test(value)))
    return 'drop'
  if (tag.name === 'template' && tag.attributes.some(({ name }) => name === 'href')) return 'drop'
  let isChanged = false
  const isSigned = tag.attributes.some(({ name }) => changedBy.test(name))
  const attributes = tag.attributes.flatMap((attribute): Attribute[] => {
    const value = changedValue(tag, attribute, { rules, isSigned })
    if (value === attribute.value) return [attribute]
    isChanged = true
    return value === undefined ? [] : [{ ...attribute, value }]
  })
  return isChanged ? attributes : 'keep'
}

/** Undefined: without this attribute. */
function changedValue(
  tag: Tag,
  { name, whole, value }: Attribute,
  { rules, isSigned }: { rules: PartRules; isSigned: boolean },
): string | undefined {
  if (whole.startsWith('xmlns') || quoted.has(tag.name)) return value
  if ((tag.name === 'permStart' && name === 'ed') || name === 'securityDescriptor') return undefined
  if (people.has(name) || peopleElements[tag.name]?.includes(name))
    return value === '' ? '' : rules.people.of(value)
  if (shortNames.has(name)) return value === '' ? '' : rules.people.short(value)
  if (providers.has(name)) return 'None'
  // When somebody worked; one that has to be there is a day of nobody.
  if (isSigned && moments.has(name)) return whole.includes(':') ? undefined : '2000-01-01T00:00:00Z'
  if (rules.droppedRelations.has(value) && whole.includes(':') && tag.name !== 'Relationship')
    return undefined
  if (tag.name === 'scenario' && name === 'comment') return ''
  if (ofPrograms[tag.name]?.includes(name)) return withoutNames(value, rules.names)
  if (name === 'instr') return withoutFoldersIn(value)
  if (tag.name === 'dbPr' && name === 'connection') return withoutAccount(value)
  if (!namesFolders(value)) return value
  return withoutFolders(value) || (tag.name === 'Relationship' ? '#' : '')
}

function textOf(
  text: string,
  above: readonly string[],
  { people: known, names, isAbout }: PartRules,
): string {
  const element = above.at(-1) ?? ''
  if (isAbout) {
    if (above.some((each) => emptyProperties.has(each))) return ''
    return subjects.has(element) ? withoutNames(text, names) : text
  }
  if (namedPeople.has(element)) return known.of(text)
  if (namedShort.has(element)) return known.short(text)
  if (element === 'config-item' && namesFolders(text)) return withoutFolders(text)
  // Fields name pictures and documents by their folders; what they show is a text of its own.
  if (element === 'instrText' || element === 'delInstrText') return withoutFoldersIn(text)
  return text
}
