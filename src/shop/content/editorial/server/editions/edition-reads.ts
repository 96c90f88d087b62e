import { z } from 'zod'
import { read } from '#platform/http/access/action.ts'
import { textKinds, textLineSchema, textNameSchema } from '../../rules/contract.ts'
import { exportText, listTexts } from './reading.ts'

export const list = read({
  name: 'text.list',
  summary: 'Every text of this world and what state it is in',
  rate: 'read',
  input: z.object({ kind: z.enum(textKinds).optional() }),
  run: async (context, { kind }) => ({ texts: await listTexts(context, kind) }),
  api: { path: '/v1/texts', tag: 'editors', output: z.object({ texts: z.array(textLineSchema) }) },
})

export const source = read({
  name: 'text.source',
  summary: 'A text as a file: frontmatter and Markdown, as it is written now',
  rate: 'read',
  input: textNameSchema,
  run: async (context, name) => ({ source: await exportText(context, name) }),
  api: { path: '/v1/texts/source', tag: 'editors', output: z.object({ source: z.string() }) },
})
