import { z } from 'zod'
import { maxFolders, maxQueryLength, wishlistPageSize } from '#platform/limits.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { boughtFileSchema, boughtMaterialSchema } from '#shop/money/orders/rules/contract.ts'
import { librarySorts } from './library-sorts.ts'

/** With its size in the words of the world. */
const libraryFileSchema = boughtFileSchema.extend({ sizeText: z.string() })

/** One material the member owns, bought or free. Days and sizes are texts as well: a browser's own words for them may differ. */
export const libraryItemSchema = boughtMaterialSchema.extend({
  boughtOn: z.string(),
  updatedOn: z.string().nullable(),
  files: z.array(libraryFileSchema),
  formerFiles: z.array(libraryFileSchema.extend({ replacedAt: z.string(), replacedOn: z.string() })),
  /** With an exercise to play. */
  isPlayable: z.boolean(),
  /** The member has reviewed it. */
  isReviewed: z.boolean(),
  /** What others asked about it and nobody answered. */
  openQuestions: z.number().int(),
})
export type LibraryItem = z.infer<typeof libraryItemSchema>

/** A folder of the library with all that lies in it, on this page or not. */
export const libraryFolderSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  parent_id: z.number().int().nullable(),
  material_ids: z.array(z.number().int()),
})
export type LibraryFolder = z.infer<typeof libraryFolderSchema>

/** A page of what the member owns, with all folders. */
export const librarySchema = z.object({
  items: z.array(libraryItemSchema),
  /** Of all pages. */
  total: z.number().int(),
  page: z.number().int(),
  pageCount: z.number().int(),
  sort: z.enum(librarySorts),
  /** The words that were looked for, tidied. */
  query: z.string(),
  /** What is shown; null: all but the archive. */
  open: z.union([z.number().int(), z.literal('archive')]).nullable(),
  /** By name. */
  folders: z.array(libraryFolderSchema),
  archivedIds: z.array(z.number().int()),
})
export type Library = z.infer<typeof librarySchema>

/** Some materials and the folder they are put into or taken out of. */
export const placementSchema = z.object({
  folder_id: idSchema,
  material_ids: z.array(idSchema).min(1).max(wishlistPageSize),
})
export type Placement = z.infer<typeof placementSchema>

/** What moves in one step. */
export const placementsSchema = z.array(placementSchema).max(maxFolders).default([])

/** Words to look for, as typed. */
export const libraryQuerySchema = z.string().max(maxQueryLength).default('')
