import { randomBytes } from 'node:crypto'
import { purgeDate, roomSettingsSchema } from '#exercises/model/room.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import type { Answers, Widget } from '#exercises/model/task/widget.ts'
import { type Element, scoreAnswers, type UnitContent } from '#exercises/model/unit.ts'
import { codeOf } from '#exercises/rooms/rules/code.ts'
import { freeNames, nameAt } from '#exercises/rooms/rules/names.ts'
import type { Db } from '#platform/db/pool.ts'
import { type Random, seeded } from '#platform/rules/random.ts'
import type { DemoWorld } from '../catalogue/types.ts'

const pupilCount = 16
const hourMs = 3_600_000
const minuteMs = 60_000

/** A closed room with what came of it: made-up pupils who know more or less, tasks that are easier and harder. */
export async function seedRoom(
  tx: Db,
  world: DemoWorld['world'],
  { ownerId, contents }: { ownerId: number; contents: readonly UnitContent[] },
): Promise<void> {
  const [best] = contents
    // Everybody had everything before them.
    .filter(({ pages }) => pages.every(({ condition }) => !condition))
    .map((content) => ({ content, count: playable(content).length }))
    .sort((one, other) => other.count - one.count)
  if (!best || best.count === 0) return
  const random = seeded(`room ${world}`)
  const { content } = best
  const closedAt = new Date(Date.now() - 20 * hourMs)
  const startedAt = new Date(closedAt.getTime() - 25 * minuteMs)
  const settings = roomSettingsSchema.parse({ retention: '90' })
  const { id: roomId } = await tx
    .insertInto('room')
    .values({
      ...{
        world,
        owner_id: ownerId,
        code: newCode(),
        title: content.title,
        content: JSON.stringify(content),
      },
      ...{ mode: 'self', status: 'closed', settings: JSON.stringify(settings), seq: 1, is_released: true },
      ...{ created_at: startedAt, opened_at: startedAt, started_at: startedAt, closed_at: closedAt },
      purge_at: purgeDate(settings.retention, closedAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const pupils = await tx
    .insertInto('room_participant')
    .values(
      namesFor(world, random).map((name) => ({
        ...{ world, room_id: roomId, name, token_hash: randomBytes(32), seq: 1 },
        ...{ joined_at: startedAt, finished_at: closedAt },
      })),
    )
    .returning('id')
    .execute()
  const rows = pupils.flatMap(({ id }, at) =>
    answersOf(content, { skill: (at + 0.5) / pupils.length, random }).map(({ element, answers }, place) => {
      const { raw, max, scaled, state } = scoreAnswers(element, answers)
      const ms = Math.round((place + 0.5 + random()) * minuteMs)
      return {
        ...{ world, room_id: roomId, participant_id: id, element_id: element.id, raw, max, scaled, state },
        ...{ answers: JSON.stringify(answers), seq_local: 1, seq: 1, ms },
        answered_at: new Date(startedAt.getTime() + ms),
      }
    }),
  )
  await tx.insertInto('room_answer').values(rows).execute()
}

function newCode(): string {
  const code = codeOf(randomBytes(32))
  return code.length === 6 ? code : newCode()
}

function namesFor(world: DemoWorld['world'], random: Random): string[] {
  return freeNames(world, new Set(), pupilCount, random).flatMap((place) => nameAt(world, place) ?? [])
}

/** Who knows more is right more often, and nobody comes to the last task in a hurry. */
function answersOf(content: UnitContent, { skill, random }: { skill: number; random: Random }) {
  return playable(content).flatMap((element, at) => {
    const isReached = at < 3 || random() < 0.75 + skill / 4
    const ease = 0.35 + 0.5 * seeded(element.id)()
    const isRight = random() < ease * 0.5 + skill * 0.6
    return isReached ? [{ element, answers: isRight ? rightAnswers(element) : guess(element, random) }] : []
  })
}

/** Tasks whose key is found by trying. */
function playable({ pages }: UnitContent): Element[] {
  const elements = pages.flatMap((page) => page.elements)
  return elements.filter(
    (element) =>
      typeOf(element.type)?.kind === 'scored' &&
      scoreAnswers(element, rightAnswers(element)).state === 'correct',
  )
}

interface Field {
  name: string
  isMulti: boolean
  values: readonly string[]
}

function fieldsOf(element: Element): Field[] {
  const type = typeOf(element.type)
  const typed = type?.solution(element.data).flatMap((line) => [line, ...line.split(/[,/|]/)]) ?? []
  const widgets = type?.view(element.data, seeded(element.id)) ?? []
  return widgets.flatMap((widget) => fieldsIn(widget, [...new Set(typed.map((word) => word.trim()))]))
}

/** `typed`: what may be written where nothing is to choose. */
function fieldsIn(widget: Widget, typed: readonly string[]): Field[] {
  if (widget.kind === 'choice')
    return [{ name: widget.name, isMulti: widget.isMulti, values: widget.options.map(({ value }) => value) }]
  if (widget.kind === 'rows') {
    const values = widget.options.map(({ value }) => value)
    return widget.rows.map(({ name }) => ({ name, isMulti: widget.isMulti ?? false, values }))
  }
  if (widget.kind === 'gaps')
    return Object.entries(widget.gaps).map(([name, { options }]) => ({
      name,
      isMulti: false,
      values: options?.map(({ value }) => value) ?? typed,
    }))
  if (widget.kind === 'places') {
    const values = typed.flatMap((line) => /\d+, \d+/.exec(line) ?? [])
    return widget.words.map(({ name }) => ({ name, isMulti: false, values }))
  }
  if (widget.kind === 'text') return [{ name: widget.name, isMulti: false, values: typed }]
  return []
}

/** Each field gets what makes the whole better: the key, found by asking for the score. */
function rightAnswers(element: Element): Answers {
  const worth = (answers: Answers) => scoreAnswers(element, answers).scaled ?? 0
  let best: Answers = {}
  for (const { name, isMulti, values } of fieldsOf(element))
    for (const value of values) {
      const next = { ...best, [name]: isMulti ? [...(best[name] ?? []), value] : [value] }
      if (worth(next) > worth(best)) best = next
    }
  return best
}

/** Something of what there is to choose; what is typed is nearly right. */
function guess(element: Element, random: Random): Answers {
  const one = (values: readonly string[]) => values[Math.floor(random() * values.length)] ?? ''
  const near = (value: string) =>
    Number.isFinite(Number(value)) ? String(Number(value) + 1 + Math.floor(random() * 3)) : value.slice(0, -1)
  const isTyped = new Set(['gap_text', 'numeric', 'short_text']).has(element.type)
  return Object.fromEntries(
    fieldsOf(element).map(({ name, values }) => {
      const value = one(values)
      return [name, [isTyped ? near(value) : value]]
    }),
  )
}
