import type { UnitContent } from '#exercises/model/unit.ts'
import { camelCase } from '#platform/rules/text/camel-case.ts'
import type { PackageAbout } from '../lom.ts'
import { soundMime, videoMime } from '../packed-media.ts'
import { type QtiFiles, qtiFiles } from './export-qti.ts'
import type { SizeOfPicture } from './export-qti-graphic.ts'
import type { HasSound } from './export-qti-media.ts'

/** What the two versions call the same thing: namespaces, templates, kinds of packages. */
const renamed: readonly [string | RegExp, string][] = [
  ['http://www.imsglobal.org/xsd/imsqtiasi_v3p0', 'http://www.imsglobal.org/xsd/imsqti_v2p2'],
  ['http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1', 'http://www.imsglobal.org/xsd/imscp_v1p1'],
  [
    /https:\/\/purl\.imsglobal\.org\/spec\/qti\/v3p0\/rptemplates\/(\w+)\.xml/g,
    'http://www.imsglobal.org/question/qti_v2p2/rptemplates/$1',
  ],
  ['<schema>QTI Package</schema>', '<schema>QTIv2.2 Package</schema>'],
  ['<schemaversion>3.0.0</schemaversion>', '<schemaversion>1.0.0</schemaversion>'],
  [/"imsqti_item_xmlv3p0"/g, '"imsqti_item_xmlv2p2"'],
]
const tag = /<(\/?)qti-([a-z-]+)((?:\s[\w:-]+="[^"]*")*)(\/?)>/g

/** The files of a QTI 2.2 package: those of QTI 3 with the names that systems of before 2022 know. */
export function qti22Files(
  content: UnitContent,
  sizeOf: SizeOfPicture,
  hasSound?: HasSound,
  about?: PackageAbout,
): QtiFiles {
  const newer = qtiFiles(content, sizeOf, hasSound, about)
  // A video has no tracks there: its words stand within it.
  const withoutTracks = Object.entries(newer.files).filter(([name]) => !name.endsWith('.vtt'))
  const files = withoutTracks.map(([name, text]) => [name, older(text)])
  return { ...newer, files: Object.fromEntries(files) }
}

function older(text: string): string {
  const named = renamed.reduce((source, [from, to]) => source.replace(from, to), text)
  return (
    named
      .replace(
        tag,
        (_whole, slash: string, name: string, attributes: string, end: string) =>
          `<${slash}${camelCase(name)}${attributes.replace(/\s[\w:-]+(?==")/g, camelCase)}${end}>`,
      )
      .replace(
        /(<(?:hotspot|drawing|graphicGapMatch)Interaction\b[^>]*>)<img src="([^"]*)" alt="([^"]*)"([^>]*)><\/img>/g,
        '$1<object type="image/webp" data="$2"$4>$3</object>',
      )
      .replace(
        /<audio src="([^"]*)" controls="true"( label="[^"]*")? aria-label="([^"]*)"><\/audio>/g,
        (_whole, path: string, label = '', words: string) =>
          `<object type="${soundMime(path)}" data="${path}"${label}>${words}</object>`,
      )
      .replace(
        /<video src="([^"]*)" controls="true" aria-label="([^"]*)"(?: data-words="([^"]*)")?>(?:<track [^<>]*><\/track>)?<\/video>/g,
        (_whole, path: string, label: string, words = '') =>
          `<object type="${videoMime(path)}" data="${path}" label="${label}">${words}</object>`,
      )
      // There a slider begins at 0 or above (`NonNegativeDouble`): a number below is typed.
      .replace(
        /<sliderInteraction responseIdentifier="([^"]*)" lowerBound="-[^>]*><\/sliderInteraction>/g,
        '<p><textEntryInteraction responseIdentifier="$1"></textEntryInteraction></p>',
      )
      .replace(/<file href="[^"]*\.vtt"><\/file>/g, '')
  )
}
