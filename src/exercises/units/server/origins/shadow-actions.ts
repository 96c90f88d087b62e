import { z } from 'zod'
import { type Overlay, overlaySchema } from '#exercises/model/media/overlay.ts'
import { quizWorthSchema, timeLimitSchema } from '#exercises/model/task/element-settings.ts'
import type { QuizWorth } from '#exercises/model/task/typed-settings.ts'
import { attemptsSchema, extraTimeSchema, taskPointsSchema } from '#exercises/model/unit.ts'
import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { action, read } from '#platform/http/access/action.ts'
import { entriesOf } from '#platform/http/form/entries-of.ts'
import { maxPostFormBytes } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema, versionSchema } from '#platform/rules/contract/world.ts'
import { interactiveLimits } from '#platform/rules/exercise-limits.ts'
import { editor } from '../editing/editor-address.ts'
import { copyShadow, pinUnit } from '../editing/pinning.ts'
import { isTicked, typedNumber } from '../editing/typed-fields.ts'
import { adjustShadow, renewShadow, viewShadow } from './shadows.ts'

const tag = 'units'
const pinned = z.object({
  id: z.number(),
  unit_id: z.number(),
  version: z.number(),
  /** The material it was bought with; null: an own unit. */
  entitlement_id: z.number().nullable(),
  overlay: z.unknown(),
})
const taken = z.object({ id: z.number(), version: z.number() })
const ofShadow = z.object({ shadowId: idSchema })

function player({ world }: Pick<Context, 'world'>, shadowId: number): string {
  return `${url('interactive-play', { world, key: `s${shadowId}` })}#saved`
}

export const shadow = action({
  name: 'unit.shadow',
  summary:
    'Point at one version of an own or bought unit, which stays whatever its author does; for a room, a course or neither',
  rate: 'write',
  idempotent: 'in-transaction',
  input: z.object({
    unitId: idSchema,
    version: versionSchema.optional(),
    room_id: idSchema.optional(),
    course_id: idSchema.optional(),
  }),
  run: (context, { unitId, version, room_id: roomId, course_id: courseId }) =>
    pinUnit(context, unitId, { version, roomId, courseId }),
  api: {
    method: 'post',
    path: '/v3/units/{unitId}/shadow',
    tag,
    output: pinned,
    reply: ({ id, unitId, version, entitlementId, overlay }) => ({
      status: 201,
      data: { id, unit_id: unitId, version, entitlement_id: entitlementId, overlay },
    }),
  },
  form: {
    page: 'interactive-play',
    intent: 'shadow-unit',
    done: ({ id }, { context: { world } }) => url('interactive-play', { world, key: `s${id}` }),
  },
})

export const editPointed = action({
  name: 'unit.copy-pointer',
  summary:
    'Take a copy of the version one points at, as one adjusted it, to change its words; rooms go on with theirs',
  rate: 'write',
  idempotent: 'in-transaction',
  input: ofShadow,
  run: (context, { shadowId }) => copyShadow(context, shadowId),
  api: {
    method: 'post',
    path: '/v3/unit-shadows/{shadowId}/copy',
    tag,
    output: z.object({ id: z.number(), isResaleBlocked: z.boolean() }),
    reply: (data) => ({ status: 201, data }),
  },
  form: {
    page: 'interactive-play',
    intent: 'edit-shadow',
    done: ({ id }, { context }) => editor(context, id),
  },
})

export const pointer = read({
  name: 'unit.pointer',
  summary: 'A version one points at: its tasks as one adjusted them, and what a newer version changes',
  rate: 'read',
  input: ofShadow,
  run: (context, { shadowId }) => viewShadow(context, shadowId),
  api: { path: '/v3/unit-shadows/{shadowId}', tag, output: z.unknown() },
})

/** The fields of a form, `tasks.<element>.shown`, `.points`, `.seconds`, `.quizPoints` and `.place`, as an overlay; the order is that of the places. */
function overlayOf(typed: unknown): Overlay {
  const tasks = entriesOf(typed).slice(0, interactiveLimits.elements)
  const read = tasks.map(([id, fields], at) => {
    const given = new Map(entriesOf(fields))
    // An empty field is the author's number again.
    const points = typedNumber(`tasks.${id}.points`, String(given.get('points') ?? ''), taskPointsSchema)
    const place = Number(given.get('place'))
    return {
      id,
      isShown: isTicked(given.get('shown')),
      points,
      seconds: secondsOf(`tasks.${id}.seconds`, given.get('seconds')),
      quizPoints: quizPointsOf(`tasks.${id}.quizPoints`, given.get('quizPoints')),
      place: Number.isFinite(place) && place > 0 ? place : at + 1,
    }
  })
  return {
    hidden: read.filter(({ isShown }) => !isShown).map(({ id }) => id),
    points: Object.fromEntries(
      read.flatMap(({ id, points }) => (points === undefined ? [] : [[id, points]])),
    ),
    times: Object.fromEntries(
      read.flatMap(({ id, seconds }) => (seconds === undefined ? [] : [[id, seconds]])),
    ),
    quizPoints: Object.fromEntries(
      read.flatMap(({ id, quizPoints }) => (quizPoints === undefined ? [] : [[id, quizPoints]])),
    ),
    order: read.toSorted((one, other) => one.place - other.place).map(({ id }) => id),
  }
}

/** A form without the field leaves the author's. @throws ProductError invalid_input (there is no such choice) */
function quizPointsOf(field: string, typed: unknown): QuizWorth | undefined {
  if (typed === undefined) return undefined
  const read = quizWorthSchema.safeParse(typed)
  if (!read.success) throw new ProductError('invalid_input', { fields: { [field]: 'invalid' } })
  return read.data
}

/** An empty field is no end; a form without the field leaves the author's. */
function secondsOf(field: string, typed: unknown): number | undefined {
  if (typed === undefined) return undefined
  return typedNumber(field, String(typed), timeLimitSchema) ?? 0
}

/** The form of a pointer: which tasks it shows, in which order, for how many points and in which time. */
const typedAdjustment = ofShadow
  .extend({
    tasks: z.unknown(),
    attempts: z.string().max(6).optional(),
    extraTime: z.string().max(6).optional(),
  })
  .transform(({ shadowId, tasks, attempts, extraTime }) => ({
    shadowId,
    overlay: {
      ...overlayOf(tasks),
      attempts: typedNumber('attempts', attempts, attemptsSchema),
      extraTime: typedNumber('extraTime', extraTime, extraTimeSchema),
    },
  }))

export const adjust = action({
  name: 'unit.adjust',
  summary: 'Hide, order, value and time the tasks of a version one points at; its words stay',
  rate: 'write',
  input: ofShadow.extend({ overlay: overlaySchema }),
  run: (context, { shadowId, overlay }) => adjustShadow(context, shadowId, overlay),
  api: { method: 'put', path: '/v3/unit-shadows/{shadowId}', tag, output: z.unknown() },
  form: {
    page: 'interactive-play',
    intent: 'adjust-shadow',
    maxBytes: maxPostFormBytes,
    input: typedAdjustment,
    done: ({ id }, { context }) => player(context, id),
  },
})

export const renew = action({
  name: 'unit.renew',
  summary: 'Take the newest version of what one points at; own changes stay, rooms go on with theirs',
  rate: 'write',
  input: ofShadow,
  run: (context, { shadowId }) => renewShadow(context, shadowId),
  api: { method: 'put', path: '/v3/unit-shadows/{shadowId}/version', tag, output: taken },
  form: {
    page: 'interactive-play',
    intent: 'renew-shadow',
    done: ({ id }, { context }) => player(context, id),
  },
})
