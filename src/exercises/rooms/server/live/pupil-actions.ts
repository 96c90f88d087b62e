import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { elementsOf } from '#exercises/model/pages/pages.ts'
import type { Answers } from '#exercises/model/task/widget.ts'
import { mostTeams } from '#exercises/model/teams.ts'
import { readSent } from '#exercises/model/unit.ts'
import { typedAnswersSchema } from '#exercises/units/server/service.ts'
import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { action } from '#platform/http/access/action.ts'
import { maxPostFormBytes } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import { interactiveLimits } from '#platform/rules/exercise-limits.ts'
import { fullAnswerRows, nextCount } from '../answers/answer-queries.ts'
import type { AnswerRefusal, Given, Taken } from '../answers/answering.ts'
import { answersSchema } from '../answers/input.ts'
import type { RoomKey } from '../types.ts'
import { contentOf } from './content.ts'
import { enterRoom, roomOfCode } from './joining.ts'
import { requirePupil } from './pupil-view.ts'
import { placeCookie } from './room-cookies.ts'
import { beginTask, openRequired } from './task-times.ts'

const tag = 'rooms'
const page = 'room'
const fromAddress = { code: 'code' }
const codeSchema = z.string().max(40)
const ofCode = z.object({ code: codeSchema })
/** Of programs without cookies. */
const tokenSchema = z.string().max(64).optional()

export const find = action({
  name: 'room.find',
  summary: 'Find a room by its code',
  rate: 'room',
  input: ofCode,
  run: async (context, { code }, { ip }) => await roomOfCode(context, code, ip),
  form: {
    page: 'room-enter',
    intent: 'find-room',
    done: ({ code }, { context: { world } }) => url(page, { world, code }),
    failed: ({ code }) =>
      code === 'not_found' ? { problem: 'invalid_input', fields: { code: 'invalid' } } : undefined,
  },
})

export const enter = action({
  name: 'room.enter',
  summary: 'Enter a room under one of the offered names, with the PIN of a seat card, or a typed name',
  rate: 'room',
  input: ofCode.extend({
    pick: z.number().int().min(0).max(10_000).optional(),
    pin: z.string().max(40).optional(),
    name: z.string().max(200).optional(),
    password: z.string().max(200).optional(),
    team: z.number().int().min(1).max(mostTeams).optional(),
  }),
  run: (context, { code, ...entry }, { ip }) => enterRoom(context, code, entry, ip),
  api: {
    method: 'post',
    path: '/v3/room-codes/{code}/enter',
    tag,
    output: z.object({ token: z.string(), name: z.string(), code: z.string() }),
    reply: ({ places, ...data }) => ({ status: 201, data, cookies: [placeCookie(places)] }),
  },
  form: {
    page,
    intent: 'enter-room',
    fromAddress,
    done: ({ places, code }, { context: { world } }) => ({
      redirect: url(page, { world, code }),
      cookies: [placeCookie(places)],
    }),
    // The page of the room says that it is locked or closed, not that something is forbidden.
    failed: ({ code }) => (code === 'forbidden' || code === 'gone' ? { problem: code } : undefined),
  },
})

export const answer = action({
  name: 'room.answer',
  summary: 'Hand in answers of a pupil; the same `id` again changes nothing',
  rate: 'room',
  input: ofCode.extend({
    token: tokenSchema,
    answers: z
      .array(
        z.object({
          id: z.string().max(64),
          element_id: z.string().max(26),
          response: answersSchema,
          seq_local: z.number().int().min(0).max(1_999_999_999),
          /** The device's clock, which may be years off: taken, and not believed. */
          client_ms: z.number().optional(),
        }),
      )
      .min(1)
      .max(interactiveLimits.things),
  }),
  run: async (context, { code, token, answers }, { ip }) => {
    const { room, pupil } = await requirePupil(context, code, ip, token)
    const at = Date.now()
    const given = answers.map((one): Given => {
      const { element_id: elementId, response, seq_local: seqLocal } = one
      return { kind: 'answer', participantId: pupil.id, elementId, answers: response, seqLocal, at }
    })
    const taken = await Promise.all(given.map((one) => context.roomHub.submit(room, one)))
    return { acks: taken.map((one, n) => ({ id: answers[n]?.id ?? '', ...refusedOf(one) })) }
  },
  api: {
    method: 'post',
    path: '/v3/room-codes/{code}/answers',
    tag,
    output: z.object({ acks: z.array(z.object({ id: z.string(), refused: z.string().optional() })) }),
  },
})

export const answerPage = action({
  name: 'room.answer-page',
  summary: 'Hand in what stands in the form of a pupil',
  rate: 'room',
  input: ofCode.extend({
    // A form in which nothing is ticked sends nothing of it.
    a: z.unknown().optional(),
    isFinished: z.boolean().optional(),
    /** The button to hand in was pressed: without a yes to it the page names what is open. */
    isHandingIn: z.boolean().optional(),
  }),
  run: async (context, { code, a, isFinished, isHandingIn }, { ip }) => {
    const { room, pupil } = await requirePupil(context, code, ip)
    const at = Date.now()
    const seqLocal = await nextCount(context.db, room, { participantId: pupil.id, at })
    const given = (await saidAnswers(context, room, pupil, typedAnswersSchema.parse(a))).map(
      ([elementId, answers]): Given => ({
        kind: 'answer',
        participantId: pupil.id,
        elementId,
        answers,
        seqLocal,
        at,
      }),
    )
    const taken = await submitAll(context, room, given)
    const refusals = await newRefusals(context, { room, pupil }, given, taken)
    const refused = refusals.find((one) => one !== undefined && !harmless.has(one)) ?? refusals.find(Boolean)
    if (refused === 'gone') throw new ProductError('forbidden')
    // What a room that rests did not take stays to be changed.
    const isOpen = isFinished === true && (await openRequired(context, room, pupil)).length > 0
    const mayFinish = isFinished === true && refused !== 'closed' && !isOpen
    const isDone = mayFinish && (await isHanded(context, room, pupil.id))
    // Pressed twice: the first time counted.
    const isRefused = refused !== undefined && !harmless.has(refused) && !(isDone && refused === 'done')
    const isLate = refused === 'late' || refused === 'elsewhere'
    return { isOpen, isLate, isRefused: isRefused || (isFinished === true && !isDone), isDone, isHandingIn }
  },
  form: {
    page,
    intent: 'answer-room',
    fromAddress,
    maxBytes: maxPostFormBytes,
    done: ({ isOpen, isLate, isRefused, isDone, isHandingIn }, { context: { world }, input: { code } }) => {
      const lost = isOpen ? 'required' : isLate ? 'late' : 'refused'
      const said = isRefused ? lost : isDone ? 'finished' : isHandingIn ? 'hand-in' : 'saved'
      return `${url(page, { world, code })}#${said}`
    },
  },
})

export const begin = action({
  name: 'room.begin-task',
  summary:
    'Open a task of an exam that has a time of its own, which begins then; the same again changes nothing',
  rate: 'room',
  input: ofCode.extend({ token: tokenSchema, element: z.string().max(26) }),
  run: async (context, { code, token, element }, { ip }) => {
    const { room, pupil } = await requirePupil(context, code, ip, token)
    await beginTask(context, room, pupil, element)
    return { done: true as const }
  },
  api: {
    method: 'post',
    path: '/v3/room-codes/{code}/begin',
    tag,
    output: z.object({ done: z.literal(true) }),
  },
  form: {
    page,
    intent: 'begin-room-task',
    fromAddress,
    done: (_done, { context: { world }, input: { code, element } }) =>
      `${url(page, { world, code })}#${element}`,
  },
})

export const signal = action({
  name: 'room.signal',
  summary: 'Raise the hand or take it down; say that the page was left',
  rate: 'room',
  input: ofCode.extend({
    token: tokenSchema,
    isHandUp: z.boolean().optional(),
    isAway: z.literal(true).optional(),
  }),
  run: async (context, { code, token, isHandUp, isAway }, { ip }) => {
    const { room, pupil } = await requirePupil(context, code, ip, token)
    const what = { ...(isHandUp !== undefined && { isHandUp }), ...(isAway && { isAway }) }
    const taken = await context.roomHub.submit(room, { kind: 'signal', participantId: pupil.id, ...what })
    if ('refused' in taken) throw new ProductError(taken.refused === 'gone' ? 'forbidden' : 'conflict')
    return { done: true as const }
  },
  api: {
    method: 'post',
    path: '/v3/room-codes/{code}/signals',
    tag,
    output: z.object({ done: z.literal(true) }),
  },
  form: {
    page,
    intent: 'signal-room',
    fromAddress,
    done: (_done, { context: { world }, input: { code } }) => url(page, { world, code }),
  },
})

async function submitAll(
  context: Context,
  room: Parameters<Context['roomHub']['submit']>[0],
  given: readonly Given[],
): Promise<Taken[]> {
  return await Promise.all(given.map((one) => context.roomHub.submit(room, one)))
}

/** Refusals that are seen beside their task. */
const harmless: ReadonlySet<string> = new Set(['tried', 'shut'])

/** What was refused; an answer that comes again as it is stored lost nothing by coming late. */
async function newRefusals(
  context: Context,
  { room, pupil }: { room: RoomKey & { edition: number }; pupil: { id: number } },
  given: readonly Given[],
  taken: readonly Taken[],
): Promise<(AnswerRefusal | undefined)[]> {
  const refusals = taken.map((one) => ('refused' in one ? one.refused : undefined))
  if (!refusals.includes('late')) return refusals
  const rows = await fullAnswerRows(context.db, room, { participantIds: [pupil.id] })
  const stored = new Map(rows.map(({ element_id: id, answers }) => [id, answers]))
  const elements = new Map(elementsOf(await contentOf(context, room)).map((element) => [element.id, element]))
  return refusals.map((refused, at) => {
    const one = given[at]
    const element = one?.kind === 'answer' && elements.get(one.elementId)
    const isThere = element && isDeepStrictEqual(stored.get(element.id), readSent(element, one.answers))
    return refused === 'late' && isThere ? undefined : refused
  })
}

/** Says that a pupil is done. @returns whether the room took it */
async function isHanded(
  context: Context,
  room: Parameters<Context['roomHub']['submit']>[0],
  participantId: number,
): Promise<boolean> {
  const taken = await context.roomHub.submit(room, { kind: 'signal', participantId, isFinished: true })
  return !('refused' in taken)
}

function refusedOf(taken: Taken): { refused?: string } {
  return 'refused' in taken ? { refused: taken.refused } : {}
}

/** A form sends every field: what was left empty and never answered is no answer, what was emptied is one. */
async function saidAnswers(
  { db }: Pick<Context, 'db'>,
  room: RoomKey,
  pupil: { id: number },
  typed: Readonly<Record<string, Answers>>,
): Promise<[string, Answers][]> {
  const isSaid = ([, answers]: [string, Answers]) => Object.keys(answers).length > 0
  const all = Object.entries(typed)
  if (all.every(isSaid)) return all
  const rows = await fullAnswerRows(db, room, { participantIds: [pupil.id] })
  const known = new Set(rows.map(({ element_id: id }) => id))
  return all.filter((one) => isSaid(one) || known.has(one[0]))
}
