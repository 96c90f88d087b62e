import { z } from 'zod'
import { megaMenuSchema } from '#shared/contract/search.ts'
import { read } from '../../http/action.ts'
import { megaMenu } from './menu.ts'

export const menuSubjects = read({
  name: 'menu.subjects',
  summary: 'School types with grades and counted subjects',
  rate: 'read',
  input: z.object({}),
  run: (context) => megaMenu(context),
  api: { path: '/v3/mega-menu/get-subjects', tag: 'catalogue', output: megaMenuSchema },
})
