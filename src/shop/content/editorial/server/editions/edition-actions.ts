import { z } from 'zod'
import { action, type FormDone, type PostedForm } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import { idSchema, versionSchema, worldSchema } from '#platform/rules/contract/world.ts'
import {
  maxTextSource,
  mergeFields,
  type TextOfWorld,
  textChanges,
  textKeySchema,
  textKinds,
  textNameSchema,
  textWordsSchema,
} from '../../rules/contract.ts'
import { requireWriter } from '../editors/editors.ts'
import {
  approveText,
  beginText,
  changeTextState,
  importText,
  publishText,
  restoreTextVersion,
  saveText,
  scheduleText,
} from './editing.ts'
import { mergeText } from './merging.ts'
import { previewText, sharedPreview } from './preview.ts'

const tag = 'editors'
/** A text in form encoding is up to three times as long. */
const maxBytes = 3 * maxTextSource + 64 * 1024
const savedSchema = z.object({ version: z.number().int() })
const versionInput = { version: versionSchema }
const written = textNameSchema.extend({ ...versionInput, words: textWordsSchema })

/** A form has the words beside each other. */
const typed = textNameSchema.extend({ ...versionInput, ...textWordsSchema.shape })
type Typed = z.output<typeof typed>
const wordsOf = ({ kind, key, version, ...words }: Typed) => ({ kind, key, version, words })

/** All forms stand on the page of one text; those of its editor send the words, too. */
const ofText = { page: 'console-text', fromAddress: { kind: 'kind', key: 'key' } } as const
const ofWords = { ...ofText, input: typed.transform(wordsOf), maxBytes } as const

/** Back to the page of the text, at this note. */
function backTo(note: string) {
  return (_saved: unknown, { context, input }: PostedForm<TextOfWorld>): FormDone =>
    addressOf(context.world, input, note)
}

function addressOf(world: LiveWorld, { kind, key }: TextOfWorld, note?: string): string {
  return `${url('console-text', { world, kind, key })}${note ? `#${note}` : ''}`
}

export const save = action({
  name: 'text.save',
  summary: 'Store the draft of a text; what is public stays as it is',
  rate: 'write',
  input: written,
  run: async (context, input) => await saveText(context, input),
  api: { method: 'post', path: '/v1/texts/draft', tag, output: savedSchema },
  form: {
    ...ofWords,
    intent: 'save-text',
    done: backTo('saved'),
  },
})

export const preview = action({
  name: 'text.preview',
  summary: 'What is typed as readers would see it; nothing is stored',
  rate: 'write',
  input: textNameSchema.extend({ words: textWordsSchema }),
  run: async (context, input) => await previewText(context, input),
  api: { method: 'post', path: '/v1/texts/html', tag, output: z.object({ html: z.string() }) },
  form: {
    ...ofWords,
    intent: 'preview-text',
    done: (result, { values }): FormDone => ({ typed: { ...values }, result }),
  },
})

export const publish = action({
  name: 'text.publish',
  summary: 'Store what is written and make it public',
  rate: 'write',
  input: written,
  run: async (context, input) => await publishText(context, input),
  api: { method: 'put', path: '/v1/texts/published', tag, output: savedSchema },
  form: {
    ...ofWords,
    intent: 'publish-text',
    done: backTo('published'),
  },
})

const moment = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/)

export const schedule = action({
  name: 'text.schedule',
  summary: "Store what is written, to be public from a minute of the world's own clock on",
  rate: 'write',
  input: written.extend({ publishAt: moment }),
  run: async (context, input) => await scheduleText(context, input),
  api: { method: 'put', path: '/v1/texts/schedule', tag, output: savedSchema },
  form: {
    ...ofText,
    intent: 'schedule-text',
    input: typed
      .extend({ publishAt: moment })
      .transform(({ publishAt, ...rest }) => ({ ...wordsOf(rest), publishAt })),
    maxBytes,
    done: backTo('scheduled'),
  },
})

export const change = action({
  name: 'text.change',
  summary:
    'End a schedule, drop a draft, take a text away, bring it back, or let the text of the release count again',
  rate: 'write',
  input: textNameSchema.extend({ change: z.enum(textChanges) }),
  run: async (context, input) => await changeTextState(context, input),
  api: { method: 'put', path: '/v1/texts/state', tag, output: savedSchema },
  form: {
    ...ofText,
    intent: 'change-text',
    done: (_saved, { context, input }) => addressOf(context.world, input, input.change),
  },
})

export const approve = action({
  name: 'text.approve',
  summary: 'Make public what somebody else asked to have looked at',
  rate: 'write',
  input: textNameSchema.extend(versionInput),
  run: async (context, input) => await approveText(context, input),
  api: { method: 'put', path: '/v1/texts/approved', tag, output: savedSchema },
  form: {
    ...ofText,
    intent: 'approve-text',
    done: (_saved, { context, input }) => addressOf(context.world, input, 'published'),
  },
})

/** Numbers of places; a form has a box for each. */
const taken = z.array(z.coerce.number().int().min(0).max(10_000)).max(2000).default([])

const takenFields = z.array(z.enum(mergeFields)).max(mergeFields.length).default([])

export const merge = action({
  name: 'text.merge',
  summary:
    'What is typed, with chosen places and values of what somebody else stored meanwhile; nothing is stored',
  rate: 'write',
  input: textNameSchema.extend({ body: z.string().max(maxTextSource), taken, takenFields }),
  run: async (context, input) => await mergeText(context, input),
  api: {
    method: 'post',
    path: '/v1/texts/merged',
    tag,
    output: z.object({
      body: z.string(),
      fields: z.record(z.string(), z.string()),
      version: z.number().int(),
    }),
  },
  form: {
    ...ofText,
    intent: 'merge-text',
    input: typed.extend({ taken, takenFields }).transform(({ kind, key, body, ...chosen }) => ({
      ...{ kind, key, body },
      ...{ taken: chosen.taken, takenFields: chosen.takenFields },
    })),
    maxBytes,
    done: ({ body, fields, version }, { values }): FormDone => ({
      typed: { ...values, ...fields, body, version: String(version) },
    }),
  },
})

export const share = action({
  name: 'text.share',
  summary: 'A link by which anybody sees a draft for some days, as it is written at that time',
  rate: 'write',
  input: textNameSchema,
  run: async (context, input) => await sharedPreview(context, input),
  api: {
    method: 'post',
    path: '/v1/texts/preview-link',
    tag,
    output: z.object({ path: z.string(), days: z.number().int() }),
  },
  form: {
    ...ofText,
    intent: 'share-text',
    done: (result, { values }): FormDone => ({ typed: { ...values }, result }),
  },
})

export const restore = action({
  name: 'text.restore',
  summary: 'Make an earlier version of a text its draft',
  rate: 'write',
  input: textNameSchema.extend({ versionId: idSchema }),
  run: async (context, input) => await restoreTextVersion(context, input),
  api: { method: 'put', path: '/v1/texts/version', tag, output: savedSchema },
  form: {
    ...ofText,
    intent: 'restore-text',
    done: backTo('restored'),
  },
})

export const take = action({
  name: 'text.import',
  summary: 'Take a file (frontmatter and Markdown) as the draft of a text',
  rate: 'write',
  input: textNameSchema.extend({ source: z.string().max(maxTextSource) }),
  run: async (context, input) => await importText(context, input),
  api: { method: 'put', path: '/v1/texts/source', tag, output: savedSchema },
  form: {
    ...ofText,
    intent: 'import-text',
    maxBytes,
    done: backTo('imported'),
  },
})

/** A new one by its title, or one that another world has. */
const beginInput = z.object({
  kind: z.enum(textKinds),
  title: z.string().trim().max(500).optional(),
  key: textKeySchema.optional(),
  /** Whose words it begins with; without it the first world's that has it. */
  from: worldSchema.optional(),
})

export const begin = action({
  name: 'text.begin',
  summary: 'Begin a text: a new one by its title, or one that another world has, with its words as a start',
  rate: 'write',
  input: beginInput,
  run: async (context, { kind, title = '', key, from }) => {
    await requireWriter(context)
    return await beginText(context, key === undefined ? { kind, title } : { kind, key, from })
  },
  api: { method: 'post', path: '/v1/texts', tag, output: textNameSchema },
  form: {
    page: 'console-texts',
    intent: 'begin-text',
    done: (name, { context }) => addressOf(context.world, name),
  },
})
