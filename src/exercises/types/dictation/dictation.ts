import { normalised } from '#exercises/model/engines/typed-answer.ts'
import { elementType, idAt, type Part, verdict } from '#exercises/model/task/element-type.ts'
import { numberIn, tick, ticked } from '#exercises/model/task/typed-values.ts'
import { readLines, writeLine } from '#exercises/model/text/lines.ts'
import { type Dictation, schema } from './data.ts'
import { dictationExchange } from './exchange.ts'
import { mistakes } from './mistakes.ts'
import { dictationOutgoing } from './outgoing.ts'

/** Of a sentence; the words behind them are not heeded. */
const mostWords = 120

function wordsOf(text: string, ignoresSigns: boolean): string[] {
  const plain = normalised(text, { caseSensitive: !ignoresSigns })
  const bare = ignoresSigns ? plain.replace(/[^\p{L}\p{N}\s'-]/gu, ' ') : plain
  return bare.split(/\s+/).filter((word) => word !== '')
}

/** The words of sentences: each is read once for all who write it. */
const known = new WeakMap<Dictation['sentences'], string[][]>()
function meantAt({ sentences, ignoresSigns }: Dictation, at: number): string[] {
  const read = known.get(sentences) ?? []
  known.set(sentences, read)
  read[at] ??= wordsOf(sentences[at]?.text ?? '', ignoresSigns).slice(0, mostWords)
  return read[at]
}

/** How right a sentence was written, from 0 to 1. */
function worth(data: Dictation, at: number, written: string): number {
  if (written === '') return 0
  const meant = meantAt(data, at)
  if (meant.length === 0) return 0
  // Twice as many words as there are have too many of them to be worth anything.
  const heeded = meant.length < mostWords ? 2 * meant.length : mostWords
  return 1 - mistakes(wordsOf(written, data.ignoresSigns).slice(0, heeded), meant) / meant.length
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
  score: (data, response) =>
    verdict(
      data.sentences.map((_sentence, at): Part => {
        const raw = worth(data, at, response[idAt(at)] ?? '')
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
