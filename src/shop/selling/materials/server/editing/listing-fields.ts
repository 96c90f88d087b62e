import { z } from 'zod'
import { type FieldErrors, isProductError } from '#platform/errors.ts'
import type { Parts } from '#platform/http/form/parts.ts'
import {
  maxLessonMinutes,
  maxPdfPages,
  maxPreviewPages,
  maxUploadBytes,
  maxUploadFiles,
  maxVideoBytes,
} from '#platform/limits.ts'
import { type AiUse, aiUses } from '#platform/rules/ai-use.ts'
import { centsSchema, idSchema } from '#platform/rules/contract/world.ts'
import { mediaTypes } from '#platform/rules/files/media-types.ts'
import { parsePages } from '#platform/rules/files/preview-pages.ts'
import { fileRules } from '../files/file-types.ts'
import { parsePrice } from './fields.ts'

/** What JSON says as a form does. */
const said = {
  title: z.string().max(1000),
  description: z.string().max(100_000),
  materialType: z.string().max(64),
  language: z.string().max(10),
  /** A day of the world or a moment. */
  saleFrom: z.string().max(40).nullable(),
  /** The last day, or the moment it ends. */
  saleUntil: z.string().max(40).nullable(),
  lessonMinutes: z.number().int().min(1).max(maxLessonMinutes).nullable(),
  isOwnWork: z.boolean(),
  imageSources: z.string().max(10_000),
  aiUse: z.enum(aiUses).nullable(),
  interactiveId: idSchema.nullable(),
  courseId: idSchema.nullable(),
  mayCopyInteractive: z.boolean(),
}

const termList = z.array(z.string().max(64)).max(50)
const pageList = z.array(z.number().int().min(1).max(maxPdfPages)).max(maxPdfPages).nullable()

/** Whole cents, by the names that the multipart call takes, too. */
const inCents = {
  priceCents: centsSchema,
  salePriceCents: centsSchema.nullable(),
  additionalPriceCents: centsSchema.nullable(),
  schoolPriceCents: centsSchema.nullable(),
}

/** Fields of a material in JSON: what is left out stays. Prices are whole cents, named as at `POST /v1/materials`. */
export const changedFields = z
  .object({
    ...said,
    subjects: termList,
    grades: termList,
    schoolTypes: termList,
    learningYears: termList,
    curricula: termList,
    keywords: z.array(z.string().max(200)).max(100),
    ...inCents,
    previewPages: pageList,
    solutionPages: pageList,
    /** What the pages that are shown look like, for who cannot see them; the first is of page 1 and of the cover. */
    pageAlts: z.array(z.string().max(10_000)).max(maxPreviewPages),
    stampsFiles: z.boolean(),
  })
  .partial()

/** A change with its prices named as the service names them; what is left out stays out. */
export function namedAsStored<I extends Partial<z.output<typeof changedFields>>>(input: I) {
  const { priceCents, salePriceCents, additionalPriceCents, schoolPriceCents, ...rest } = input
  return {
    ...rest,
    ...(priceCents !== undefined && { price: priceCents }),
    ...(salePriceCents !== undefined && { salePrice: salePriceCents }),
    ...(additionalPriceCents !== undefined && { additionalPrice: additionalPriceCents }),
    ...(schoolPriceCents !== undefined && { schoolPrice: schoolPriceCents }),
  }
}

/** Problems of prices by the names they were sent under: `priceCents`, where that was sent and not `price`. */
export function namedAsSent(problems: FieldErrors, sent: Readonly<Record<string, unknown>>): FieldErrors {
  return Object.fromEntries(
    Object.entries(problems).map(([name, problem]) => {
      const inCents = `${name}Cents`
      return [Object.hasOwn(sent, inCents) && !Object.hasOwn(sent, name) ? inCents : name, problem]
    }),
  )
}

/** The same for what `act` throws. @throws what `act` throws */
export async function sayingAsSent<T>(
  sent: Readonly<Record<string, unknown>>,
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!isProductError(error) || error.fields === undefined) throw error
    throw Object.assign(error, { fields: namedAsSent(error.fields, sent) })
  }
}

/** An untouched line of a form counts where the next one is of the next thing. */
const lines = z.array(z.string().default(''))
const choices = lines.default([]).transform((all) => all.filter(Boolean))
const price = z.string().describe("In the currency's main unit: 2,50").transform(parsePrice).optional()
const cents = z.number().int().min(0).max(99_999_999).optional().catch(Number.NaN)
const tick = z.boolean().default(false).catch(false)
const pages = z
  .string()
  .describe('As for a printer: 1-3, 5')
  .transform((typed) => parsePages(typed, maxPdfPages) ?? [Number.NaN])
  .nullable()
  .default(null)

/** A text that is too long is handed on: `readFields` says so and keeps its beginning. */
function typed(schema: z.ZodString) {
  return schema.default('').catch(({ value }) => String(value))
}

/**
 * The same in a form or multipart call, as it is typed there. Prices stand in the main unit or as cents, keywords in one line.
 * Nothing is refused here: what cannot be read becomes a value that `readFields` refuses by the field's name, with all
 * else that is wrong.
 */
export const listingFields = z.object({
  title: typed(said.title),
  description: typed(said.description),
  subjects: choices,
  grades: choices,
  schoolTypes: choices,
  learningYears: choices,
  curricula: choices,
  materialType: typed(said.materialType),
  language: typed(said.language),
  keywords: lines.default([]).transform((all) => all.flatMap((line) => line.split(/[,;\n]/))),
  price,
  priceCents: cents,
  salePrice: price,
  salePriceCents: cents,
  saleFrom: said.saleFrom.default(null).catch(({ value }) => String(value)),
  saleUntil: said.saleUntil.default(null).catch(({ value }) => String(value)),
  additionalPrice: price,
  additionalPriceCents: cents,
  schoolPrice: price,
  schoolPriceCents: cents,
  previewPages: pages,
  solutionPages: pages,
  pageAlts: lines.optional(),
  lessonMinutes: said.lessonMinutes.default(null).catch(Number.NaN),
  withoutStamp: tick,
  isOwnWork: tick,
  imageSources: typed(said.imageSources),
  aiUse: said.aiUse.default(null).catch('' as AiUse),
  interactiveId: said.interactiveId.default(null).catch(Number.NaN),
  courseId: said.courseId.default(null).catch(Number.NaN),
  mayCopyInteractive: tick,
})

const ids = z
  .array(idSchema.optional().catch(undefined))
  .default([])
  .transform((all) => all.filter((id) => id !== undefined))
const action = z.enum(['draft', 'publish']).default('draft').catch('draft')

/** Beside the fields: what shall be done with an upload. */
export const uploadFields = z.object({ action })

/** Beside the fields: what the edit form says of the files, and of the version it was made of. */
export const saveFields = z.object({
  action: z.enum(['save', 'publish']).default('save').catch('save'),
  version: idSchema.optional().catch(undefined),
  versionNote: z.string().optional(),
  removeVideo: tick,
  removeFiles: ids,
  removeParts: ids,
  /** Ids and, beside each, the number that was typed. */
  fileIds: lines.default([]),
  filePlaces: lines.default([]),
  moveFile: lines.default([]),
})

/** Files of both: new ones and a video; of those that were sent before the form, the ids. */
const uploads = z.array(z.string()).optional()
const files: Parts['files'] = {
  files: {
    description: 'The files that are sold.',
    types: [...new Set([...fileRules.values()].map(({ mediaType }) => mediaType))],
    maxBytes: maxUploadBytes,
    most: maxUploadFiles,
    isOptional: true,
  },
  video: {
    description: 'A film about the material, which everybody may see.',
    types: mediaTypes.video,
    maxBytes: maxVideoBytes,
    isOptional: true,
  },
}

export const uploadParts = {
  fields: listingFields.extend({ ...uploadFields.shape, uploads }),
  files,
} satisfies Parts
export const saveParts = {
  fields: listingFields.extend({ ...saveFields.shape, uploads }),
  files,
} satisfies Parts
