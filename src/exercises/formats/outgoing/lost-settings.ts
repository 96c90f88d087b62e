import type { UnitMetadata } from '#exercises/model/text/unit-metadata.ts'
import { type UnitContent, type UnitSettings, usualSettings } from '#exercises/model/unit.ts'
import { exportFormats } from './exports.ts'

const formats = [...exportFormats, 'qti', 'h5p'] as const
type Format = (typeof formats)[number]

/** What a unit has beside its tasks, by names of fields; `pages`: that there are several, or their headings. */
export type UnitField =
  | 'title'
  | 'description'
  | 'cover'
  | 'pages'
  | 'layout'
  | 'afterElement'
  | 'sources'
  | keyof UnitMetadata
  | keyof UnitSettings

/** Licences H5P has no word for: they go out as "all rights reserved". */
const unsaidInH5p = new Set(['own', 'resale'])

/** Whether the unit has something of the kind that the format has no place for. */
const losses: Readonly<
  Record<Exclude<UnitField, keyof UnitSettings>, (content: UnitContent, format: Format) => boolean>
> = {
  title: (_content, format) => format !== 'h5p',
  description: ({ description }) => description !== '',
  cover: ({ cover }) => cover !== undefined,
  // Several pages are chapters of a book, with their headings.
  pages: ({ pages }, format) =>
    (pages.length > 1 && format !== 'h5p') || (pages.length === 1 && pages[0]?.title !== ''),
  layout: ({ pages }) => pages.some(({ layout }) => layout !== 'stack'),
  afterElement: ({ pages }) => pages.some(({ condition }) => condition !== undefined),
  sources: ({ sources = [] }, format) =>
    format === 'h5p' ? sources.some(({ license }) => unsaidInH5p.has(license)) : sources.length > 0,
  subjects: ({ subjects }) => subjects.length > 0,
  grades: ({ grades }) => grades.length > 0,
  schoolTypes: ({ schoolTypes }) => schoolTypes.length > 0,
  language: ({ language }, format) => language !== '' && format !== 'h5p',
}

/** What of a unit beside its tasks stays here, by format; formats that leave the same behind stand together. */
export function unitLosses(content: UnitContent): { formats: Format[]; fields: UnitField[] }[] {
  const found = new Map<string, { formats: Format[]; fields: UnitField[] }>()
  for (const format of formats) {
    const fields = fieldsLost(content, format)
    const key = fields.join()
    const same = found.get(key)
    if (same) same.formats.push(format)
    else if (fields.length > 0) found.set(key, { formats: [format], fields })
  }
  return [...found.values()]
}

function fieldsLost(content: UnitContent, format: Format): UnitField[] {
  const names = Object.keys(losses) as (keyof typeof losses)[]
  const settings = Object.keys(usualSettings) as (keyof UnitSettings)[]
  return [
    ...names.filter((name) => losses[name](content, format)),
    // No format knows how a class plays; what is usual needs no word.
    ...settings.filter((name) => String(content.settings[name]) !== String(usualSettings[name])),
  ]
}
