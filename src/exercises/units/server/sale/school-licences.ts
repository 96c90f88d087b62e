import { z } from 'zod'
import type { Context } from '#platform/context/context.ts'
import { decodeCursor, encodeCursor } from '#platform/db/paging.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { read } from '#platform/http/access/action.ts'
import { schoolLicencesPerPage } from '#platform/limits.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { isPublic } from '#platform/rules/web/public-status.ts'
import { type SchoolLicenceRow, schoolLicenceCounts, schoolLicenceRows } from './sold-queries.ts'

/** A material the whole school may use. */
export interface SchoolLicence {
  world: LiveWorldCode
  materialId: number
  title: string
  slug: string
  /** Its page can be opened. */
  isShown: boolean
  /** ISO time. */
  boughtAt: string
  /** Who bought it and still belongs to the school. */
  buyers: string[]
  /** It has an exercise every verified member plays. */
  hasExercise: boolean
  /** It has files every verified member may take. */
  hasFiles: boolean
}

interface SchoolLicencePage {
  licences: SchoolLicence[]
  nextCursor: string | null
}

const order = 'school-licences'

/**
 * What the member has by their school, the newest first; nothing for who belongs to none or is not verified.
 * @throws ProductError unauthorized; invalid_input for a foreign cursor
 */
export async function schoolLicences(context: Context, cursor?: string): Promise<SchoolLicencePage> {
  const { accountId } = requireMember(context)
  const rows = await schoolLicenceRows(context.db, accountId, {
    before: cursor === undefined ? undefined : readCursor(cursor),
    limit: schoolLicencesPerPage + 1,
  })
  const shown = rows.slice(0, schoolLicencesPerPage)
  const last = rows.length > schoolLicencesPerPage ? shown.at(-1) : undefined
  return {
    licences: shown.map(licenceView),
    nextCursor: last ? encodeCursor(order, [last.bought_at.getTime(), last.material_id]) : null,
  }
}

/** How many materials each member of the own school has bought for all, by account. @throws ProductError unauthorized */
export async function licencesByMember(context: Context): Promise<ReadonlyMap<number, number>> {
  return await schoolLicenceCounts(context.db, requireMember(context).accountId)
}

function readCursor(cursor: string): { at: Date; materialId: number } {
  const [at, materialId] = decodeCursor(order, ['number', 'number'], cursor).map(Number)
  const time = new Date(at ?? Number.NaN)
  // PostgreSQL knows other first and last years than JavaScript.
  const isOurs = time.getTime() >= 0 && time.getUTCFullYear() <= 9999
  if (!isOurs) throw new ProductError('invalid_input', { fields: { after: 'invalid' } })
  return { at: time, materialId: materialId ?? 0 }
}

function licenceView(row: SchoolLicenceRow): SchoolLicence {
  const { world, material_id: materialId, title, slug, status, buyers } = row
  return {
    ...{ world, materialId, title, slug, buyers },
    isShown: isPublic({ status }),
    boughtAt: row.bought_at.toISOString(),
    hasExercise: row.has_exercise,
    hasFiles: row.has_files,
  }
}

export const schoolLicenceList = read({
  name: 'school.licences',
  summary: 'What the caller may use by the licences of their school, the newest first',
  rate: 'read',
  input: z.object({ after: z.string().max(500).optional() }),
  run: (context, { after }) => schoolLicences(context, after),
  api: {
    path: '/v1/school/licences',
    tag: 'schools',
    output: z.object({
      licences: z.array(
        z.object({
          ...{ world: z.string(), materialId: z.number(), title: z.string(), slug: z.string() },
          ...{
            isShown: z.boolean(),
            boughtAt: z.iso.datetime(),
            hasExercise: z.boolean(),
            hasFiles: z.boolean(),
          },
          buyers: z.array(z.string()),
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
  },
})
