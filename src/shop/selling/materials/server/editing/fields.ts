import type { FieldErrors } from '#platform/errors.ts'
import {
  descriptionMaxLength,
  imageSourcesMaxLength,
  maxLessonMinutes,
  maxPdfPages,
  maxPreviewPages,
  maxPriceCents,
  maxSchoolPriceCents,
  minPriceCents,
  pageAltMaxLength,
  titleLength,
} from '#platform/limits.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { aiUses } from '#platform/rules/ai-use.ts'
import type { FacetKind } from '#platform/rules/contract/search.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { namedCurricula } from '#platform/rules/curricula/curricula.ts'
import { dayStart, isDay, nextDay } from '#platform/rules/money/day.ts'
import { contentLanguages } from '#platform/rules/search-attributes.ts'
import { cleanLine, cleanText } from '#platform/rules/text/clean-text.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import type { Taxonomy } from '#shop/catalogue/catalogue/server/types.ts'
import type { FieldInput, MaterialFields } from '../types.ts'

const maxKeywords = 20
const maxKeywordLength = 40
const maxTerms = 20

const termFields = [
  ['subjects', 'subject'],
  ['grades', 'class_grade'],
  ['schoolTypes', 'school_type'],
  ['learningYears', 'learning_years'],
] as const satisfies readonly (readonly [keyof MaterialFields, FacetKind])[]

interface Place {
  taxonomy: Taxonomy
  world: LiveWorldCode
}

/**
 * Splits an input into what can be stored and what is wrong with it. Nothing typed is thrown away but what cannot be
 * stored: an unknown id, a price that is no price. A missing field is no mistake here: a draft may be unfinished.
 */
export function readFields(
  place: Place,
  input: FieldInput,
): { fields: MaterialFields; problems: FieldErrors } {
  const problems: FieldErrors = {}
  const title = cleanLine(input.title ?? '')
  if (title.length > titleLength.max) problems.title = 'too_long'
  const description = cleanText(input.description ?? '')
  if (description.length > descriptionMaxLength) problems.description = 'too_long'
  const lists = { subjects: [], grades: [], schoolTypes: [], learningYears: [] } as Record<string, string[]>
  for (const [field, kind] of termFields) {
    const asked = [...new Set(input[field] ?? [])]
    const known = asked.filter((id) => isChoice(place, kind, id)).slice(0, maxTerms)
    if (known.length < asked.length) problems[field] = 'invalid'
    lists[field] = known
  }
  const typeId = input.materialType ?? ''
  const isKnownType = typeId === '' || isChoice(place, 'material_type', typeId)
  if (!isKnownType) problems.materialType = 'invalid'
  const language = input.language || worldOf(place.world).lang
  const isKnownLanguage = (contentLanguages as readonly string[]).includes(language)
  if (!isKnownLanguage) problems.language = 'invalid'
  const price = readPrice(place, input, problems)
  const pages = {
    previewPages: readPages(input, 'previewPages', problems),
    solutionPages: readPages(input, 'solutionPages', problems),
  }
  return {
    fields: {
      title: truncate(title, titleLength.max),
      description: truncate(description, descriptionMaxLength),
      subjects: lists.subjects ?? [],
      grades: lists.grades ?? [],
      schoolTypes: lists.schoolTypes ?? [],
      learningYears: lists.learningYears ?? [],
      curricula: readCurricula(place, input, problems),
      materialType: isKnownType ? typeId : '',
      language: isKnownLanguage ? language : worldOf(place.world).lang,
      keywords: readKeywords(input.keywords ?? [], problems),
      ...price,
      ...pages,
      pageAlts: readPageAlts(input, problems),
      lessonMinutes: readMinutes(input, problems),
      stampsFiles: input.stampsFiles ?? true,
      ...readDeclarations(input, problems),
      ...readInteractive(input, problems),
      mayCopyInteractive: input.mayCopyInteractive ?? true,
    },
    problems,
  }
}

/** The stored values overlaid with the typed ones; a typed price counts as stated. */
export function typedOver(stored: MaterialFields, typed: FieldInput): FieldInput {
  return { ...stored, ...typed, ...(typed.price !== undefined && { isPriceSaid: true }) }
}

/** What still keeps a material from being published; `fileCount` counts the files that are sold. An exercise can stand alone. */
export function missingFields(fields: MaterialFields, fileCount: number): FieldErrors {
  const missing: FieldErrors = {}
  if (fields.title.length < titleLength.min) missing.title = 'too_short'
  if (fields.description === '') missing.description = 'required'
  if (fields.subjects.length === 0) missing.subjects = 'required'
  if (fields.grades.length === 0) missing.grades = 'required'
  if (fields.schoolTypes.length === 0) missing.schoolTypes = 'required'
  if (fields.materialType === '') missing.materialType = 'required'
  if (fields.isPriceSaid === false) missing.price = 'required'
  if (fileCount === 0 && !holdsExercise(fields)) missing.files = 'required'
  return missing
}

/** What an author has to say of their work before it is public for the first time. */
export function missingDeclarations({ isOwnWork, aiUse }: MaterialFields): FieldErrors {
  return { ...(!isOwnWork && { isOwnWork: 'required' }), ...(aiUse === null && { aiUse: 'required' }) }
}

/** '2,50', '2.5', '2' or '1.200,00 €' as cents; NaN for anything else. */
export function parsePrice(text: string): number {
  const plain = text.replace(/[\s€£$]|EUR|GBP/gi, '')
  const match = /^(\d{1,3}(?:([.,])\d{3})+|\d{1,7})(?:([.,])(\d{1,2}))?$/.exec(plain)
  // One sign cannot part both thousands and cents.
  if (!match?.[1] || (match[2] !== undefined && match[2] === match[3])) return Number.NaN
  return Number(match[1].replace(/[.,]/g, '')) * 100 + Number((match[4] ?? '').padEnd(2, '0'))
}

/** Groups ("all", "secondary") cannot be chosen for a material, only searched by. */
export function isChoice({ taxonomy, world }: Place, kind: FacetKind, id: string): boolean {
  const term = taxonomy.term(world, kind, id)
  if (term === undefined || !term.active) return false
  return kind !== 'school_type' || (term.data.kind ?? 'leaf') === 'leaf'
}

type Prices = Pick<
  MaterialFields,
  'price' | 'isPriceSaid' | 'salePrice' | 'saleFrom' | 'saleUntil' | 'additionalPrice' | 'schoolPrice'
>

function readPrice(place: Place, input: FieldInput, problems: FieldErrors): Prices {
  const { price = Number.NaN } = input
  const isAllowed = price === 0 || (price >= minPriceCents && price <= maxPriceCents)
  if (!Number.isInteger(price) || !isAllowed)
    problems.price = input.price === undefined ? 'required' : 'invalid'
  const regular = problems.price ? 0 : price
  return {
    price: regular,
    isPriceSaid: input.isPriceSaid !== false && problems.price === undefined,
    ...readSale(place, { ...input, price: regular }, problems),
    ...readLicencePrices(input, regular, problems),
  }
}

/** A colleague is at most as expensive as oneself, a school at least. Free materials have no other licences. */
function readLicencePrices(
  input: FieldInput,
  price: number,
  problems: FieldErrors,
): Pick<MaterialFields, 'additionalPrice' | 'schoolPrice'> {
  if (price === 0) return { additionalPrice: null, schoolPrice: null }
  const { additionalPrice = null, schoolPrice = null } = input
  const isWithin = (cents: number | null, [low, high]: readonly [number, number]) =>
    cents === null || (Number.isInteger(cents) && cents >= low && cents <= high)
  if (!isWithin(additionalPrice, [0, price])) problems.additionalPrice = 'invalid'
  if (!isWithin(schoolPrice, [price, maxSchoolPriceCents])) problems.schoolPrice = 'invalid'
  return {
    additionalPrice: problems.additionalPrice ? null : additionalPrice,
    schoolPrice: problems.schoolPrice ? null : schoolPrice,
  }
}

/** Nothing chosen stays nothing chosen: a rule counts then. */
function readPages(
  input: FieldInput,
  field: 'previewPages' | 'solutionPages',
  problems: FieldErrors,
): number[] | null {
  const pages = input[field] ?? null
  if (pages === null) return null
  const isPage = (page: number) => Number.isInteger(page) && page >= 1 && page <= maxPdfPages
  if (pages.length > maxPdfPages || !pages.every(isPage)) {
    problems[field] = 'invalid'
    return null
  }
  return [...new Set(pages)].sort((one, other) => one - other)
}

function readCurricula({ world }: Place, input: FieldInput, problems: FieldErrors): string[] {
  const asked = new Set(input.curricula)
  const known = namedCurricula(world, [...asked]).map(({ id }) => id)
  if (known.length < asked.size) problems.curricula = 'invalid'
  return known
}

/** As many as pages can be shown; those at the end that say nothing are left out. */
function readPageAlts({ pageAlts = [] }: FieldInput, problems: FieldErrors): string[] {
  const lines = pageAlts.slice(0, maxPreviewPages).map(cleanLine)
  if (lines.some((line) => line.length > pageAltMaxLength)) problems.pageAlts = 'too_long'
  return lines.map((line) => truncate(line, pageAltMaxLength)).slice(0, lines.findLastIndex(Boolean) + 1)
}

function readMinutes({ lessonMinutes = null }: FieldInput, problems: FieldErrors): number | null {
  if (lessonMinutes === null) return null
  const isTime = Number.isInteger(lessonMinutes) && lessonMinutes >= 1 && lessonMinutes <= maxLessonMinutes
  if (!isTime) problems.lessonMinutes = 'invalid'
  return isTime ? lessonMinutes : null
}

function readDeclarations(
  input: FieldInput,
  problems: FieldErrors,
): Pick<MaterialFields, 'isOwnWork' | 'imageSources' | 'aiUse'> {
  const { isOwnWork = false, aiUse = null } = input
  const imageSources = cleanText(input.imageSources ?? '')
  if (imageSources.length > imageSourcesMaxLength) problems.imageSources = 'too_long'
  const isKnown = aiUse === null || aiUses.includes(aiUse)
  if (!isKnown) problems.aiUse = 'invalid'
  return {
    isOwnWork: isOwnWork === true,
    imageSources: truncate(imageSources, imageSourcesMaxLength),
    aiUse: isKnown ? aiUse : null,
  }
}

/** Whose it is and whether it may be sold is asked where it is written. */
function readInteractive({ interactiveId = null, courseId = null }: FieldInput, problems: FieldErrors) {
  const isId = (id: number | null) => id === null || Number.isSafeInteger(id)
  if (!isId(interactiveId)) problems.interactiveId = 'invalid'
  if (!isId(courseId)) problems.courseId = 'invalid'
  const course = isId(courseId) ? courseId : null
  // A course has its exercises; one beside it would be a second thing that is sold.
  return { interactiveId: course === null && isId(interactiveId) ? interactiveId : null, courseId: course }
}

/** Something to play is sold, alone or with files. */
export function holdsExercise({ interactiveId, courseId = null }: MaterialFields): boolean {
  return interactiveId !== null || courseId !== null
}

function readKeywords(keywords: readonly string[], problems: FieldErrors): string[] {
  const clean = [...new Set(keywords.map((word) => cleanLine(word)).filter(Boolean))]
  const usable = clean.filter((word) => word.length <= maxKeywordLength).slice(0, maxKeywords)
  if (usable.length < clean.length) problems.keywords = 'too_long'
  return usable
}

type Sale = Pick<MaterialFields, 'salePrice' | 'saleFrom' | 'saleUntil'>

const none: Sale = { salePrice: null, saleFrom: null, saleUntil: null }

/** A sale is below the price and ends after it begins; its days are those of the world, the last one included. */
function readSale(
  { world }: { world: LiveWorldCode },
  input: FieldInput & { price: number },
  problems: FieldErrors,
): Sale {
  const { price, salePrice = null } = input
  if (salePrice === null) return none
  const isLower = salePrice === 0 || (salePrice >= minPriceCents && salePrice < price)
  if (!Number.isInteger(salePrice) || !isLower || price === 0) problems.salePrice = 'invalid'
  const { timeZone } = worldOf(world)
  const from = timeOf(input.saleFrom, (day) => dayStart(day, timeZone))
  const until = timeOf(input.saleUntil, (day) => dayStart(nextDay(day), timeZone))
  if (from === undefined) problems.saleFrom = 'invalid'
  if (until === undefined || (from && until && until <= from)) problems.saleUntil = 'invalid'
  if (problems.salePrice || problems.saleFrom || problems.saleUntil) return none
  return { salePrice, saleFrom: from?.toISOString() ?? null, saleUntil: until?.toISOString() ?? null }
}

/** A day or a moment; undefined for what is neither. Years a calendar has: four digits. */
function timeOf(text: string | null | undefined, ofDay: (day: string) => Date): Date | null | undefined {
  if (text === null || text === undefined || text === '') return null
  if (isDay(text)) return ofDay(text)
  if (!/^20\d{2}-\d{2}-\d{2}T[\d:.]{5,15}(Z|[+-]\d{2}:\d{2})$/.test(text)) return undefined
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? undefined : at
}
