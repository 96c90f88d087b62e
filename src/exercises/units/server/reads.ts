import { z } from 'zod'
import { exportFormats } from '#exercises/formats/outgoing/exports.ts'
import { metadataFields } from '#exercises/model/text/unit-metadata.ts'
import { read } from '#platform/http/access/action.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { interactiveLimits } from '#platform/rules/exercise-limits.ts'
import { contentDisposition } from '#shop/selling/materials/server/service.ts'
import { readAsset } from './assets/assets.ts'
import { ownFiles } from './assets/own-files.ts'
import { searchBank } from './editing/bank.ts'
import { readTyped } from './editing/writing.ts'
import { exportH5p, exportOwn, exportQti } from './import/exporting.ts'
import { listUnits } from './listing.ts'
import { ownUnit } from './own-units.ts'
import { lookOf, paperLook } from './paper/paper-look.ts'
import { printUnit } from './paper/printing.ts'
import { playUnit } from './playing/playing.ts'

const tag = 'units'
const ofUnit = z.object({ unitId: idSchema })

const termSchema = z.string().max(60).optional()
/** What somebody may look for among their units; terms by their ids. */
const wishSchema = z.object({
  query: z.string().trim().max(100).optional(),
  subject: termSchema,
  grade: termSchema,
  state: z.enum(['draft', 'published']).optional(),
})
const terms = z.array(z.string())
const listedSchema = z.object({
  ...{
    id: z.number(),
    title: z.string(),
    status: z.string(),
    version: z.number(),
    element_count: z.number(),
  },
  practice_key: z.string().nullable(),
  updated_at: z.iso.datetime(),
  ...{ subjects: terms, grades: terms, school_types: terms },
  /** ISO 639-1; '': that of the world. */
  language: z.string(),
  /** The name of its picture; '': there is none. */
  cover_asset: z.string(),
})

export const list = read({
  name: 'unit.list',
  summary: 'The own interactive units, the newest change first: all, or those that are wished for',
  rate: 'read',
  input: wishSchema.extend({ folder_id: idSchema.optional(), school_type: termSchema }),
  run: (context, { folder_id: folderId, school_type: schoolType, ...wish }) =>
    listUnits(context, { ...wish, folderId, schoolType }),
  api: {
    path: '/v3/units',
    tag,
    output: z.object({ units: z.array(listedSchema) }),
    reply: (units) => ({
      data: {
        units: units.map(({ cover, ...unit }) => ({
          ...{ ...unit, cover_asset: cover },
          updated_at: unit.updated_at.toISOString(),
        })),
      },
    }),
  },
})

/** Of its content only what does not depend on the types of tasks. */
const ownSchema = z.looseObject({
  ...{ id: z.number(), status: z.string(), revision: z.number(), version: z.number() },
  practiceKey: z.string().nullable(),
  isResaleBlocked: z.boolean(),
  content: z.looseObject({ title: z.string(), description: z.string(), ...metadataFields }),
})

export const view = read({
  name: 'unit.view',
  summary: 'The draft of an own unit, with its keys',
  rate: 'read',
  input: ofUnit,
  run: (context, { unitId }) => ownUnit(context, unitId),
  api: { path: '/v3/units/{unitId}', tag, output: ownSchema },
})

export const typed = read({
  name: 'unit.typed',
  summary: 'The draft of an own unit as it stands in the editor',
  rate: 'read',
  input: ofUnit,
  run: (context, { unitId }) => readTyped(context, unitId),
  api: { path: '/v3/units/{unitId}/typed', tag, output: z.unknown() },
})

/** What somebody may look for in their own elements. */
const found = z.object({
  query: z.string().trim().max(100).default(''),
  tag: z.string().trim().max(interactiveLimits.tagLength).default(''),
  subject: z.string().max(60).default(''),
  /** Goes on where an answer before ended: its `next`. */
  from: z.string().max(12).optional(),
})

export const bank = read({
  name: 'unit.bank',
  summary:
    'Elements of the own units that have these words, this tag, and whose unit is of this subject, the newest first; `next` is the `from` of the rest',
  rate: 'search',
  input: found,
  run: (context, { query, tag: named, subject, from }) =>
    searchBank(context, { query, tag: named, subject, from }),
  api: { path: '/v3/unit-elements', tag, output: z.unknown(), reply: (part) => ({ data: part }) },
})

export const file = read({
  name: 'unit.export',
  summary: 'An own unit in a format of others',
  rate: 'read',
  input: ofUnit.extend({ format: z.enum(exportFormats) }),
  run: (context, { unitId, format }) => exportOwn(context, unitId, format),
  api: {
    path: '/v3/units/{unitId}/export',
    tag,
    output: z.unknown(),
    reply: ({ text, mime, extension }) => ({
      stream: Buffer.from(text),
      headers: {
        'content-type': `${mime}; charset=utf-8`,
        'content-disposition': contentDisposition(`unit.${extension}`),
      },
    }),
  },
})

export const asset = read({
  name: 'unit.asset',
  summary: 'A picture or a video of a unit, by its name; any part of it',
  rate: 'read',
  input: z.object({ name: z.string().max(80) }),
  run: (context, { name }, { headers }) => readAsset(context, name, headers.range),
  api: {
    path: '/v3/unit-assets',
    tag,
    output: z.unknown(),
    reply: ({ status, headers, stream }) => ({
      status,
      stream,
      headers: {
        ...headers,
        // Its name says what it holds: another picture has another one.
        'cache-control': 'public, max-age=31536000, immutable',
      },
    }),
  },
})

export const files = read({
  name: 'unit.files',
  summary: 'Files the member sent and own units show, the last used first',
  rate: 'search',
  input: z.object({}),
  run: (context) => ownFiles(context),
  api: {
    path: '/v3/unit-files',
    tag,
    output: z.object({ files: z.array(z.object({ asset: z.string() })) }),
    reply: (all) => ({ data: { files: all } }),
  },
})

export const qti = read({
  name: 'unit.export-qti',
  summary: 'An own unit as a QTI package',
  rate: 'read',
  input: ofUnit.extend({ version: z.enum(['3', '2.2']).default('3') }),
  run: (context, { unitId, version }) => exportQti(context, unitId, version),
  api: {
    path: '/v3/units/{unitId}/qti',
    tag,
    output: z.unknown(),
    reply: (zip) => ({
      stream: zip,
      headers: {
        'content-type': 'application/zip',
        'content-disposition': contentDisposition('unit-qti.zip'),
      },
    }),
  },
})

export const h5p = read({
  name: 'unit.export-h5p',
  summary: 'An own unit as an H5P package, without any library code',
  rate: 'read',
  input: ofUnit,
  run: (context, { unitId }) => exportH5p(context, unitId),
  api: {
    path: '/v3/units/{unitId}/h5p',
    tag,
    output: z.unknown(),
    reply: (zip) => ({
      stream: zip,
      headers: {
        'content-type': 'application/zip',
        'content-disposition': contentDisposition('unit.h5p'),
      },
    }),
  },
})

export const play = read({
  name: 'unit.play',
  summary: 'A unit that is open for practice, without its keys',
  rate: 'read',
  input: z.object({ key: z.string().max(40), seed: z.string().max(64).default('') }),
  run: (context, { key, seed }) => playUnit(context, key, seed),
  api: { path: '/v3/units/practice/{key}', tag, output: z.unknown() },
})

export const paper = read({
  name: 'unit.print',
  summary: 'A unit as a PDF worksheet; for who owns or bought it with the answers on pages of their own',
  rate: 'write',
  input: z.object({ key: z.string().max(40), ...paperLook }),
  run: (context, { key, ...look }) => printUnit(context, { key, ...lookOf(look) }),
  api: {
    path: '/v3/units/practice/{key}/paper',
    hasOwnLimits: true,
    tag,
    output: z.unknown(),
    reply: ({ title, pdf }) => ({
      stream: pdf,
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': contentDisposition(`${title}.pdf`),
      },
    }),
  },
})
