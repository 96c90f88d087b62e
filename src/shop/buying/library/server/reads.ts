import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import { wholeNumber } from '#platform/rules/contract/number.ts'
import { libraryQuerySchema, librarySchema } from '#shop/buying/folders/rules/library-contract.ts'
import { librarySorts } from '#shop/buying/folders/rules/library-sorts.ts'
import { ownLibrary } from './service.ts'

export const view = read({
  name: 'library.view',
  summary: 'A page of what the member owns as their page shows it, of all or of one folder, with all folders',
  rate: 'read',
  input: z.object({
    /** A folder's id or `archive`; what names none is the whole list, as in the page's address. */
    folder: z.string().max(32).optional(),
    query: libraryQuerySchema,
    sort: z.enum(librarySorts).default('newest'),
    page: wholeNumber(1, 1000).default(1),
  }),
  run: (context, asked) => ownLibrary(context, asked),
  api: { path: '/v1/library', tag: 'folders', output: librarySchema },
})
