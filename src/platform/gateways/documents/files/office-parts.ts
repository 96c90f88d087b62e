import { posix } from 'node:path'
import { decodedPart } from '#platform/rules/text/decoded.ts'
import { type Archive, unpackAll } from './archive.ts'
import { isProperties, namesIn } from './personal-xml.ts'
import { rewriteXml, type Tag, xmlText } from './xml-tags.ts'

const mostList = 20 * 1024 * 1024

/**
 * Parts that serve whoever made the file and nobody who opens it, by the kind of relation that leads to them (ECMA-376-1,
 * 15.2; [MS-OFFMACRO2] and the like for newer ones): their own properties, data of programs, printers, small pictures of
 * an earlier state, protocols of changes, labels of their company, signatures (which no changed file has).
 */
const droppedRelation =
  /\/(custom-properties|customXml|customProperty|customXmlProps|printerSettings|thumbnail|revisionHeaders|revisionLog|usernames|changesInfo|revisionInfo|classificationlabels|origin|signature)$/i
/** The same by name: parts of OpenDocument have no relations. */
const droppedName =
  /^(customXml\/|docProps\/(custom\.xml$|thumbnail\.)|docMetadata\/|_xmlsignatures\/|Thumbnails\/|META-INF\/\w*signatures\.xml$|xl\/revisions\/|VersionList\.xml$|Versions\/)|(^|\/)(printerSettings|changesInfos)\//i

/** Where the properties of a file stand, whatever the part is called. */
const propertiesRelation = /\/(core-properties|extended-properties)$/i

export interface Parts {
  dropped: ReadonlySet<string>
  /** By the part they start at: the ids of relations that lead to no part any more. */
  droppedRelations: ReadonlyMap<string, ReadonlySet<string>>
  /** Those with the properties of the file. */
  properties: ReadonlySet<string>
  /** Who these name. */
  names: readonly string[]
}

/** Which parts are left out of an Office file, and what points at them. */
export async function planParts({ zip, entries }: Archive): Promise<Parts> {
  const dropped = new Set(entries.map(({ fileName }) => fileName).filter((name) => droppedName.test(name)))
  const droppedRelations = new Map<string, Set<string>>()
  const properties = new Set(entries.map(({ fileName }) => fileName).filter(isProperties))
  for (const entry of entries) {
    const { fileName: name } = entry
    if (!name.endsWith('.rels')) continue
    const source = sourceOf(name)
    for (const relation of relationsIn(xmlText(await unpackAll(zip, entry, mostList)))) {
      const target = partOf(source, relation.target)
      if (propertiesRelation.test(relation.type)) properties.add(target)
      if (relation.isExternal || !(droppedRelation.test(relation.type) || dropped.has(target))) continue
      dropped.add(target)
      droppedRelations.set(source, (droppedRelations.get(source) ?? new Set()).add(relation.id))
    }
  }
  const names: string[] = []
  for (const entry of entries)
    if (properties.has(entry.fileName)) names.push(...namesIn(xmlText(await unpackAll(zip, entry, mostList))))
  // The relations of parts that are gone.
  for (const name of [...dropped])
    dropped.add(posix.join(posix.dirname(name), '_rels', `${posix.basename(name)}.rels`))
  return { dropped, droppedRelations, properties, names: names.filter(Boolean) }
}

/** A list of parts (relations, content types, the manifest of OpenDocument) without those that are left out. */
export function withoutParts(name: string, xml: string, dropped: ReadonlySet<string>): string {
  const source = name.endsWith('.rels') ? sourceOf(name) : ''
  const isOut = (tag: Tag) => {
    const of = (attribute: string) => tag.attributes.find((each) => each.name === attribute)?.value
    if (tag.name === 'Relationship')
      return of('TargetMode') !== 'External' && dropped.has(partOf(source, of('Target') ?? ''))
    if (tag.name === 'Override') return dropped.has((of('PartName') ?? '').replace(/^\//, ''))
    return tag.name === 'file-entry' && dropped.has(of('full-path') ?? '')
  }
  return rewriteXml(xml, { tag: (tag) => (isOut(tag) ? 'drop' : 'keep'), text: (text) => text })
}

/** `word/_rels/document.xml.rels` tells what `word/document.xml` leads to; `_rels/.rels`, what the file does. */
function sourceOf(name: string): string {
  return posix.join(posix.dirname(posix.dirname(name)), posix.basename(name, '.rels')).replace(/^\.$/, '')
}

function partOf(source: string, target: string): string {
  return posix.join('/', posix.dirname(source), decodedPart(target.replace(/^\//, '/../../../../'))).slice(1)
}

function relationsIn(xml: string): { id: string; type: string; target: string; isExternal: boolean }[] {
  const found: { id: string; type: string; target: string; isExternal: boolean }[] = []
  rewriteXml(xml, {
    tag: (tag) => {
      const of = (name: string) => tag.attributes.find((each) => each.name === name)?.value ?? ''
      if (tag.name === 'Relationship')
        found.push({
          ...{ id: of('Id'), type: of('Type'), target: of('Target') },
          isExternal: of('TargetMode').toLowerCase() === 'external',
        })
      return 'keep'
    },
    text: (text) => text,
  })
  return found
}
