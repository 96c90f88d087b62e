import { h5pFiles } from './export-h5p.ts'
import { qtiFiles } from './export-qti.ts'
import { exportFormats, exportUnit } from './exports.ts'
import { outsideFormats, scoresOtherwise } from './scored-otherwise.ts'
import { withoutPictures } from './things.ts'
import type { UnitContent } from './unit.ts'

/** Ids of the elements that each format leaves behind; formats that take everything are not named. */
export function leftOutOf(content: UnitContent): { format: string; ids: string[] }[] {
  const texts = exportFormats.map((format) => ({ format, ids: exportUnit(content, format).leftOut }))
  // Whoever takes a package along has the pictures of the unit.
  const packages = [
    { format: 'qti', ids: qtiFiles(content, () => ({ width: 1, height: 1 })).leftOut },
    { format: 'h5p', ids: h5pFiles(content, '', () => ({ width: 1, height: 1 })).leftOut },
  ]
  return [...texts, ...packages].filter(({ ids }) => ids.length > 0)
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

/** Ids of the elements that go out without something of theirs, but for our own tables: pictures of things, comments, hints, rules of its own. */
export function plainerOutside(content: UnitContent): string[] {
  return content.pages
    .flatMap((page) => page.elements)
    .filter(
      ({ data, right, partial, wrong, bands, hints, timeLimit, isRequired }) =>
        [right, partial, wrong, bands.length, hints.length, timeLimit, isRequired].some(Boolean) ||
        JSON.stringify(withoutPictures(data)) !== JSON.stringify(data),
    )
    .map(({ id }) => id)
}
