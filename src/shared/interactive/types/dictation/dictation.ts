import { z } from 'zod'
import { listOf, soundKeySchema, wordsSchema } from '../../data-schemas.ts'
import { elementType, idAt, type Part, verdict } from '../../element-type.ts'
import { readLines, writeLine } from '../../lines.ts'
import { distance, normalised } from '../../typed-answer.ts'
import { numberIn, tick, ticked } from '../../typed-values.ts'
import { dictationExchange } from './exchange.ts'
import { dictationOutgoing } from './outgoing.ts'

const schema = z.object({
  /** One that was recorded is heard as it was said. */
  sentences: listOf(z.object({ text: wordsSchema, sound: soundKeySchema })),
  /** Of the voice that reads. */
  lang: z.string().regex(/^([a-z]{2,3}(-[A-Za-z0-9]{2,8})?)?$/),
  /** How often a sentence may be heard; 0: as often as wanted. */
  playsMax: z.number().int().min(0).max(20),
  ignoresSigns: z.boolean(),
})
export type Dictation = z.output<typeof schema>

const mostWords = 120

function wordsOf(text: string, ignoresSigns: boolean): string[] {
  const plain = normalised(text, { caseSensitive: !ignoresSigns })
  const bare = ignoresSigns ? plain.replace(/[^\p{L}\p{N}\s'-]/gu, ' ') : plain
  return bare
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, mostWords)
}

/** A slip of one sign is half a mistake, every other wrong, missing or added word a whole one. */
function cost(said: string, meant: string): number {
  if (said === meant) return 0
  return meant.length > 3 && Math.abs(said.length - meant.length) < 2 && distance(said, meant) === 1 ? 0.5 : 1
}

/** The fewest mistakes that make one list of words of the other. */
function mistakes(said: readonly string[], meant: readonly string[]): number {
  let row = Array.from({ length: meant.length + 1 }, (_, at) => at)
  said.forEach((word, at) => {
    const next = [at + 1]
    meant.forEach((target, to) => {
      next.push(Math.min((row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1, (row[to] ?? 0) + cost(word, target)))
    })
    row = next
  })
  return row[meant.length] ?? 0
}

export const dictation = elementType<Dictation, Record<string, string>>({
  type: 'dictation',
  place: 160,
  kind: 'scored',
  schema,
  parts: ({ sentences }) => sentences.length,
  view: ({ sentences, lang, playsMax }) =>
    sentences.map(({ text, sound }, at) => ({
      kind: 'listen',
      name: idAt(at),
      text: sound === '' ? text : '',
      lang,
      playsMax,
      sound,
    })),
  read: ({ sentences }, answers) =>
    Object.fromEntries(
      sentences.flatMap((_sentence, at) =>
        answers[idAt(at)]?.[0] ? [[idAt(at), answers[idAt(at)]?.[0] ?? '']] : [],
      ),
    ),
  score: ({ sentences, ignoresSigns }, response) =>
    verdict(
      sentences.map(({ text }, at): Part => {
        const meant = wordsOf(text, ignoresSigns)
        const wrong = mistakes(wordsOf(response[idAt(at)] ?? '', ignoresSigns), meant)
        const raw = meant.length === 0 ? 0 : Math.max(0, 1 - wrong / meant.length)
        return { id: idAt(at), isRight: raw === 1, raw, max: 1 }
      }),
    ),
  key: ({ sentences }) => Object.fromEntries(sentences.map(({ text }, at) => [idAt(at), text])),
  solution: ({ sentences }) => sentences.map(({ text }) => text),
  editor: [
    { name: 'sentences', kind: 'lines', list: { columns: ['sentence'], hasSound: true }, soundPart: 1 },
    { name: 'lang', kind: 'line' },
    { name: 'playsMax', kind: 'number' },
    { name: 'ignoresSigns', kind: 'check' },
  ],
  typed: ({ sentences, lang, playsMax, ignoresSigns }) => ({
    sentences: sentences.map(({ text, sound }) => writeLine([text, sound])).join('\n'),
    lang,
    playsMax: String(playsMax),
    ignoresSigns: tick(ignoresSigns),
  }),
  fromTyped: (typed) => ({
    sentences: readLines(typed.sentences ?? '').map(({ parts: [text = '', sound = ''] }) => ({
      text,
      sound,
    })),
    lang: typed.lang?.trim() ?? '',
    playsMax: numberIn(typed.playsMax) ?? 0,
    ignoresSigns: ticked(typed, 'ignoresSigns'),
  }),
  gaps: ({ sentences }) => (sentences.some(({ text }) => /[\p{L}\p{N}]/u.test(text)) ? [] : ['sentences']),
  exchange: dictationExchange,
  outgoing: dictationOutgoing,
})
