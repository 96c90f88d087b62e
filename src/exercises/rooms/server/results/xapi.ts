import { createHash } from 'node:crypto'
import type { Element } from '#exercises/model/unit.ts'
import { translator } from '#platform/i18n/translate.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import type { RoomResults } from './results.ts'
import { interactionOf } from './xapi-interactions.ts'

/**
 * The answers as statements of xAPI 1.0.3; `tasks`: the elements of the results with their keys. Pupils are accounts of this room by their made-up names; ids are made of what
 * they name, so that the same export twice is the same statements.
 */
export function statementsOf(
  { room, elements, pupils }: RoomResults,
  tasks: readonly Element[],
  siteUrl: string,
): object[] {
  const { lang } = worldOf(room.world)
  const t = translator(room.world)
  const interactions = tasks.map((task) => interactionOf(task, lang, t))
  const place = `${siteUrl}/xapi/rooms/${room.world}-${room.id}`
  return pupils.flatMap(({ id: pupil, name, answers }) =>
    answers.flatMap((answer, at) => {
      const [element, interaction] = [elements[at], interactions[at]]
      if (!answer || !element || !interaction) return []
      const { raw, max, state, ms, said, given, answered_at: answeredAt } = answer
      const isScored = state !== 'ungraded' && state !== 'pending'
      return [
        {
          id: uuidOf(`${place}/${pupil}/${element.id}`),
          actor: { objectType: 'Agent', account: { homePage: place, name } },
          verb: { id: 'http://adlnet.gov/expapi/verbs/answered', display: { en: 'answered' } },
          object: {
            objectType: 'Activity',
            id: `${place}/elements/${element.id}`,
            definition: {
              type: 'http://adlnet.gov/expapi/activities/cmi.interaction',
              name: { [lang]: element.name || element.type },
              ...interaction.definition,
            },
          },
          result: {
            response: interaction.response(given, said),
            duration: `PT${(ms / 1000).toFixed(2)}S`,
            ...(isScored && {
              success: state === 'correct',
              score: { scaled: max === 0 ? 0 : raw / max, raw, min: 0, max },
            }),
          },
          timestamp: answeredAt.toISOString(),
        },
      ]
    }),
  )
}

/** A UUID of a name (RFC 9562, version 8). */
function uuidOf(name: string): string {
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
