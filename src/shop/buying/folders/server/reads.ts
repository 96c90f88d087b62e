import { z } from 'zod'
import { action, read } from '#platform/http/access/action.ts'
import { type GraphShape, maxGraphQuery, pick, readGraphQuery } from '#platform/http/api/graph-query.ts'
import { wholeNumber } from '#platform/rules/contract/number.ts'
import { worldSchema } from '#platform/rules/contract/world.ts'
import { favoriteSorts, favoritesListSchema } from '#shop/buying/favorites/rules/contract.ts'
import {
  folderFilterSchema,
  folderMaterialFilterSchema,
  folderPage,
  folderSchema,
} from '../rules/contract.ts'
import { rememberedList } from './remembered.ts'
import { listFolderMaterials, listFolders } from './service.ts'

const tag = 'folders'
const query = z.string().max(maxGraphQuery).optional()

const folderShape: GraphShape = new Map<string, GraphShape | null>([
  ['_total', null],
  [
    'items',
    new Map<string, GraphShape | null>([
      ...['id', 'title', 'parent_id', 'is_archive', 'type'].map((name) => [name, null] as const),
      ['folders_materials', new Map([['material_id', null]])],
    ]),
  ],
])
const materialShape: GraphShape = new Map<string, GraphShape | null>([
  ['_total', null],
  [
    'items',
    new Map([
      ['folder_id', null],
      ['material_id', null],
    ]),
  ],
])

const folderArgs = z.strictObject({ filter: folderFilterSchema.default({}), ...folderPage })
const materialArgs = z.strictObject({ filter: folderMaterialFilterSchema.default({}), ...folderPage })

const foldersSchema = z.object({ items: z.array(folderSchema.partial()), _total: z.number().int() }).partial()

const contentsSchema = z
  .object({
    items: z.array(z.object({ folder_id: z.number().int(), material_id: z.number().int() }).partial()),
    _total: z.number().int(),
  })
  .partial()

// Queries come as POST (specification 7), so these are no rows of `read`.
export const list = action({
  name: 'folder.list',
  summary:
    'The member\'s folders: { folders(filter: { type: "own" }, limit: 20) { _total items { id title folders_materials { material_id } } } }',
  rate: 'read',
  input: z.object({
    query,
    queryFilter: folderFilterSchema.default({}),
    ...folderPage,
    world: worldSchema.optional(),
  }),
  async run(context, { query: text, queryFilter, limit, page }) {
    if (text === undefined) return await listFolders(context, { filter: queryFilter, limit, page })
    const { args, selection } = readGraphQuery(text, {
      name: 'folders',
      args: folderArgs,
      shape: folderShape,
    })
    return pick(await listFolders(context, args), selection) as z.output<typeof foldersSchema>
  },
  api: { method: 'post', path: '/v3/folders/public/query', tag, output: foldersSchema },
})

export const materials = action({
  name: 'folder.materials',
  summary:
    "What lies in the member's folders: { folders_materials(filter: { folder_ids: [7] }) { _total items { material_id } } }",
  rate: 'read',
  input: z.object({
    query,
    queryFilter: folderMaterialFilterSchema.default({}),
    ...folderPage,
    world: worldSchema.optional(),
  }),
  async run(context, { query: text, queryFilter, limit, page }) {
    if (text === undefined) return await listFolderMaterials(context, { filter: queryFilter, limit, page })
    const asked = { name: 'folders_materials', args: materialArgs, shape: materialShape }
    const { args, selection } = readGraphQuery(text, asked)
    return pick(await listFolderMaterials(context, args), selection) as z.output<typeof contentsSchema>
  },
  api: { method: 'post', path: '/v3/folders/materials/query', tag, output: contentsSchema },
})

export const remembered = read({
  name: 'folder.favorites',
  summary: 'A page of the remembered materials as their page shows it, of all or of one folder of the caller',
  rate: 'read',
  input: z.object({
    /** A folder's id or `archive`; what names none is the whole list, as in the page's address. */
    folder: z.string().max(32).optional(),
    sort: z.enum(favoriteSorts).default('newest'),
    page: wholeNumber(1, 100).default(1),
  }),
  run: async (context, asked) => (await rememberedList(context, asked)).list,
  api: { path: '/v1/favorites', tag: 'favorites', output: favoritesListSchema },
})
