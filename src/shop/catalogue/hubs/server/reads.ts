import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import { megaMenuSchema } from '#platform/rules/contract/search.ts'
import { megaMenu } from './menu.ts'

export const menuSubjects = read({
  name: 'menu.subjects',
  summary: 'School types with grades and counted subjects',
  rate: 'read',
  input: z.object({}),
  run: (context) => megaMenu(context),
  api: { path: '/v3/mega-menu/get-subjects', tag: 'catalogue', output: megaMenuSchema },
})
