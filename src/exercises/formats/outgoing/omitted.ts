import type { UnitContent } from '#exercises/model/unit.ts'
import { h5pFiles } from '../h5p/export-h5p.ts'
import { qtiFiles } from '../qti/export-qti.ts'
import { exportFormats, exportUnit } from './exports.ts'
import { outsideFormats, scoresOtherwise } from './scored-otherwise.ts'

/** Whether a file of the unit goes along with a package. */
type GoesAlong = (asset: string) => boolean
const all: GoesAlong = () => true

/** Ids of the elements that each format leaves behind; formats that take everything are not named. */
export function leftOutOf(
  content: UnitContent,
  goesAlong: GoesAlong = all,
): { format: string; ids: string[] }[] {
  return everywhere(content, goesAlong)
    .map(({ format, leftOut }) => ({ format, ids: leftOut }))
    .filter(({ ids }) => ids.length > 0)
}

/** Ids of the elements that each format takes along and may score in another way; formats that score all of them alike are not named. */
export function rescoredOutside(
  content: UnitContent,
  leftOut: ReturnType<typeof leftOutOf>,
): { format: string; ids: string[] }[] {
  const elements = content.pages.flatMap((page) => page.elements)
  return outsideFormats
    .map((format) => {
      const stays = leftOut.find((each) => each.format === format)?.ids ?? []
      const others = elements.filter((element) => scoresOtherwise(format, element)).map(({ id }) => id)
      return { format, ids: others.filter((id) => !stays.includes(id)) }
    })
    .filter(({ ids }) => ids.length > 0)
}

/** Ids of the elements that each format takes without their comments and hints, or without pictures or recordings of theirs. */
export function plainerOutside(
  content: UnitContent,
  goesAlong: GoesAlong = all,
): { format: string; ids: string[] }[] {
  return everywhere(content, goesAlong)
    .map(({ format, plainer }) => ({ format, ids: plainer }))
    .filter(({ ids }) => ids.length > 0)
}

/** What becomes of the elements in each format. */
function everywhere(
  content: UnitContent,
  goesAlong: GoesAlong,
): { format: string; leftOut: string[]; plainer: string[] }[] {
  const size = (asset: string) => (goesAlong(asset) ? { width: 1, height: 1 } : undefined)
  const packed = (asset: string) => (goesAlong(asset) ? '' : undefined)
  return [
    ...exportFormats.map((format) => ({ ...exportUnit(content, format, packed), format })),
    { ...qtiFiles(content, size, goesAlong), format: 'qti' },
    { ...h5pFiles(content, '', size, goesAlong), format: 'h5p' },
  ]
}
