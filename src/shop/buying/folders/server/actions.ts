import { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import { action } from '#platform/http/access/action.ts'
import { maxFolders, wishlistPageSize } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import { maxInt8, wholeNumber } from '#platform/rules/contract/number.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import {
  type FolderType,
  folderFilterSchema,
  folderMaterialFilterSchema,
  folderSchema,
  folderTitleSchema,
  folderTypeSchema,
} from '../rules/contract.ts'
import { libraryFolderSchema, placementsSchema } from '../rules/library-contract.ts'
import {
  addToFolders,
  archiveMaterials,
  bringBackFolders,
  changeFolders,
  createFolder,
  placeMaterials,
  removeFolders,
  restoreMaterials,
  syncFolders,
} from './service.ts'

const tag = 'folders'
/** Where lists with folders stand. */
const pages = { purchased: 'bought-materials', own: 'cabinet-sales', favorite: 'favorites' } as const
const page = Object.values(pages)
const folderIds = z.array(idSchema).max(maxFolders)
const countSchema = z.object({ count: z.number().int() })
/** 0 is the top in forms, where nothing chosen changes nothing. */
const parentSchema = wholeNumber(0, maxInt8).nullable().optional()
const parentOf = (id: number | null | undefined) => (id === 0 ? null : id)
const counted = (count: number) => ({ data: { count } })
/** A change without a filter would be about everything: nobody means that. */
const someFolders = folderFilterSchema.refine((filter) =>
  Object.values(filter).some((part) => part !== undefined),
)
const someMaterials = folderMaterialFilterSchema.refine((filter) =>
  Object.values(filter).some((part) => part !== undefined),
)

export const create = action({
  name: 'folder.create',
  summary: 'Make a folder of bought, own or remembered materials',
  rate: 'write',
  input: z.object({
    title: folderTitleSchema,
    type: folderTypeSchema,
    parent_id: parentSchema,
  }),
  run: (context, { title, type, parent_id }) =>
    createFolder(context, { title, type, parentId: parentOf(parent_id) }),
  api: { method: 'post', path: '/v3/folders/create', tag, output: folderSchema },
  form: {
    page,
    intent: 'create-folder',
    done: ({ id, type }, { context }) => savedAddress(context, type, id),
  },
})

export const change = action({
  name: 'folder.change',
  summary: 'Rename or move folders',
  rate: 'write',
  input: z.object({
    fields: z.strictObject({
      title: folderTitleSchema.optional(),
      parent_id: parentSchema,
    }),
    queryFilter: someFolders,
  }),
  run: (context, { fields: { title, parent_id }, queryFilter }) =>
    changeFolders(context, queryFilter, { title, parentId: parentOf(parent_id) }),
  api: { method: 'post', path: '/v3/folders/update-by-query', tag, output: countSchema, reply: counted },
  form: {
    page,
    intent: 'change-folder',
    done: (_count, { context, input: { queryFilter } }) =>
      savedAddress(context, queryFilter.type, queryFilter.ids?.[0]),
  },
})

export const remove = action({
  name: 'folder.delete',
  summary: 'Delete folders with those in them; no material is deleted',
  rate: 'write',
  input: z.object({ queryFilter: someFolders }),
  run: (context, { queryFilter }) => removeFolders(context, queryFilter),
  api: { method: 'post', path: '/v3/folders/delete-by-query', tag, output: countSchema, reply: counted },
  form: {
    page,
    intent: 'delete-folder',
    done: (_count, { context, input: { queryFilter } }) => savedAddress(context, queryFilter.type),
  },
})

export const sync = action({
  name: 'folder.sync',
  summary: 'Name the folders of a type that hold a material',
  rate: 'write',
  input: z.object({ id: idSchema, folder_ids: folderIds, folder_type: folderTypeSchema }),
  run: (context, { id, folder_ids, folder_type }) =>
    syncFolders(context, id, { folderIds: folder_ids, type: folder_type }),
  api: {
    method: 'post',
    path: '/v3/folders/materials/{id}/sync',
    tag,
    output: z.object({ ok: z.literal(true) }),
    reply: () => ({ data: { ok: true as const } }),
  },
  form: {
    page,
    intent: 'sync-folders',
    done: (_done, { context, input: { folder_type, id }, values }) =>
      savedAddress(context, folder_type, values.folder, id),
  },
})

export const add = action({
  name: 'folder.add',
  summary: 'Put materials into folders',
  rate: 'write',
  input: z.object({ folder_ids: folderIds.min(1), queryFilter: someMaterials }),
  run: (context, { folder_ids, queryFilter }) => addToFolders(context, folder_ids, queryFilter),
  api: {
    method: 'post',
    path: '/v3/folders/materials/add-by-query',
    tag,
    output: countSchema,
    reply: counted,
  },
})

/** A form has chosen materials, the folder that is open and the one they go to. */
const movedByForm = z
  .object({
    type: folderTypeSchema,
    queryFilter: z.object({ ids: z.array(idSchema).min(1).max(wishlistPageSize) }),
    to: idSchema,
    folder: z.string().max(32).optional(),
  })
  .transform(({ type, queryFilter: { ids: material_ids }, to, folder }) => {
    const from = idSchema.safeParse(folder).data
    const isMoved = from !== undefined && from !== to
    return {
      type,
      put: [{ folder_id: to, material_ids }],
      take: isMoved ? [{ folder_id: from, material_ids }] : [],
    }
  })

export const place = action({
  name: 'folder.place',
  summary: 'Take materials out of folders and put them into others, in one step',
  rate: 'write',
  input: z.object({ type: folderTypeSchema, put: placementsSchema, take: placementsSchema }),
  run: (context, { type, put, take }) => placeMaterials(context, type, { put, take }),
  api: {
    method: 'post',
    path: '/v1/folders/placements',
    tag,
    output: countSchema,
    reply: counted,
  },
  form: {
    page: 'bought-materials',
    intent: 'move-materials',
    input: movedByForm,
    done: (_count, { context, input: { type, put } }) => savedAddress(context, type, put[0]?.folder_id),
  },
})

export const bringBack = action({
  name: 'folder.bring-back',
  summary: 'Make deleted folders again with what lay in them',
  rate: 'write',
  input: z.object({
    type: folderTypeSchema,
    folders: z
      .array(
        libraryFolderSchema.extend({
          id: idSchema,
          title: folderTitleSchema,
          parent_id: idSchema.nullable(),
          material_ids: z.array(idSchema).max(10_000),
        }),
      )
      .min(1)
      .max(maxFolders),
  }),
  run: (context, { type, folders }) => bringBackFolders(context, type, folders),
  api: {
    method: 'post',
    path: '/v1/folders/bring-back',
    tag,
    output: z.object({ folders: z.array(z.object({ was: z.number().int(), id: z.number().int() })) }),
    reply: (folders) => ({ data: { folders } }),
  },
})

export const archive = action({
  name: 'folder.archive',
  summary: 'Lay materials into the archive of their type',
  rate: 'write',
  input: z.object({ queryFilter: someMaterials, type: folderTypeSchema }),
  run: (context, { queryFilter, type }) => archiveMaterials(context, type, queryFilter),
  api: { method: 'post', path: '/v3/folders/archive/add-by-query', tag, output: countSchema, reply: counted },
  form: {
    page,
    intent: 'archive-materials',
    done: (_count, { context, input: { type }, values }) => savedAddress(context, type, values.folder),
  },
})

export const restore = action({
  name: 'folder.restore',
  summary: 'Take materials out of the archive of their type',
  rate: 'write',
  input: z.object({ queryFilter: someMaterials, type: folderTypeSchema }),
  run: (context, { queryFilter, type }) => restoreMaterials(context, type, queryFilter),
  api: {
    method: 'post',
    path: '/v3/folders/archive/delete-by-query',
    tag,
    output: countSchema,
    reply: counted,
  },
  form: {
    page,
    intent: 'restore-materials',
    done: (_count, { context, input: { type }, values }) => savedAddress(context, type, values.folder),
  },
})

/** Back on the list, in the folder that was open or meant, with the words for success. */
function savedAddress(
  { world }: Context,
  type: FolderType = 'purchased',
  folder?: string | number,
  materialId?: number,
): string {
  const address = url(pages[type], { world, query: { folder: folder || undefined } })
  return `${address}#${materialId === undefined ? 'folder-saved' : `folders-of-${materialId}`}`
}
