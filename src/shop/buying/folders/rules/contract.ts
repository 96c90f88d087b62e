import { z } from 'zod'
import { folderTitleLength, maxFolders, wishlistPageSize } from '#platform/limits.ts'
import { wholeNumber } from '#platform/rules/contract/number.ts'
import { idSchema } from '#platform/rules/contract/world.ts'

/** Specification 3: what a member bought, sells, remembers. */
export const folderTypes = ['purchased', 'own', 'favorite'] as const
export type FolderType = (typeof folderTypes)[number]
export const folderTypeSchema = z.enum(folderTypes)

/** Specification 3 "Folder"; the archive of a type has no title: pages name it in their language. */
export const folderSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  parent_id: z.number().int().nullable(),
  is_archive: z.boolean(),
  type: folderTypeSchema,
  folders_materials: z.array(z.object({ material_id: z.number().int() })),
})
export type Folder = z.infer<typeof folderSchema>

const ids = z.array(idSchema).min(1).max(wishlistPageSize)

/** Which folders; what is left out narrows nothing. */
export const folderFilterSchema = z.strictObject({
  ids: z.array(idSchema).min(1).max(maxFolders).optional(),
  type: folderTypeSchema.optional(),
  /** null: those at the top. */
  parent_id: idSchema.nullable().optional(),
  is_archive: z.boolean().optional(),
})
export type FolderFilter = z.infer<typeof folderFilterSchema>

/** Which materials of one's own, bought or remembered. */
export const folderMaterialFilterSchema = z.strictObject({
  ids: ids.optional(),
  /** Those that lie in one of these folders. */
  folder_ids: ids.optional(),
  type: folderTypeSchema.optional(),
})
export type FolderMaterialFilter = z.infer<typeof folderMaterialFilterSchema>

/** Which materials of a list: only some, or all but some. */
export interface MaterialChoice {
  ids?: readonly number[] | undefined
  except?: readonly number[] | undefined
}

/** A window into a list; specification 9: 200 a page. */
export const folderPage = {
  limit: wholeNumber(1, wishlistPageSize).default(wishlistPageSize),
  page: wholeNumber(1, 1000).default(1),
}

/** As typed; the service cleans it. */
export const folderTitleSchema = z.string().max(10 * folderTitleLength)
