import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { foldWord } from '../lexicon/fold.ts'
import { lexicons } from '../lexicon/lexicons.ts'
import { typingErrors } from './distance.ts'
import { greeklishSounds, isLatin, soundOf } from './greeklish.ts'
import { wordsOf } from './words.ts'

/** Shorter beginnings begin too many words. */
const minStart = 4
const maxEnding = 3
const maxForms = 40

/** Greek words of the lexicon by how they sound: grades and small words first, which are in no title. */
const lexiconBySound: ReadonlyMap<string, string> = new Map(
  [
    ...[...lexicons.gr.weak, ...Object.values(lexicons.gr.types).flat(), ...lexicons.gr.free],
    ...lexicons.gr.stop,
    ...lexicons.gr.stages.map(([phrase]) => phrase),
  ].flatMap((phrase) =>
    wordsOf(phrase).map((word) => [soundOf(foldWord(word).replaceAll('ς', 'σ')), word] as const),
  ),
)

/** Greek words typed in Latin letters as Greek ones; words that are really Latin, or unknown, stay. */
export async function readGreeklish(db: Db, typed: readonly string[]): Promise<string[]> {
  const latin = [...new Set(typed.map(foldWord).filter(isLatin))]
  if (latin.length === 0) return [...typed]
  const known = await knownWords(db, latin)
  const open = latin.filter((word) => !known.has(word))
  const meant = new Map<string, string>()
  const sounds = new Map(open.map((word) => [word, greeklishSounds(word)]))
  for (const word of open) {
    const listed = (sounds.get(word) ?? [])
      .map((sound) => lexiconBySound.get(sound))
      .find((each) => each !== undefined)
    if (listed !== undefined) meant.set(word, listed)
  }
  const left = open.filter((word) => !meant.has(word))
  for (const [word, form] of await formsBySound(db, left, sounds)) meant.set(word, form)
  return typed.map((word) => meant.get(foldWord(word)) ?? word)
}

async function knownWords(db: Db, words: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ word: string }>`
    select word from search_word where world = 'gr' and word = any (${[...words]}::text[])
  `.execute(db)
  return new Set(rows.map(({ word }) => word))
}

/** For each word the most used Greek one that sounds so, or one that differs only in its ending. */
async function formsBySound(
  db: Db,
  words: readonly string[],
  sounds: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, string>> {
  const list = words.flatMap((word) => (sounds.get(word) ?? []).map((sound) => ({ word, sound })))
  if (list.length === 0) return new Map()
  const { rows } = await sql<{ place: number; sound: string; form: string; frequency: number }>`
    select place, found.sound, form, frequency
    from unnest(${list.map(({ sound }) => sound)}::text[], ${list.map(({ sound }) => startOf(sound))}::text[])
      with ordinality as asked(sound, start, place), lateral (
      (select sound, form, frequency from search_word where world = 'gr' and search_word.sound = asked.sound
        order by frequency desc limit 1)
      union all
      (select sound, form, frequency from search_word
        where world = 'gr' and start <> '' and search_word.sound ~>=~ start and search_word.sound ~<~ (start || '~')
        order by frequency desc limit ${maxForms})) as found
  `.execute(db)
  const best = new Map<string, { form: string; cost: number }>()
  for (const row of rows) {
    const asked = list[row.place - 1]
    if (!asked) continue
    const errors = typingErrors(asked.sound, row.sound, maxEnding)
    if (errors > maxEnding) continue
    // The reading that comes first is the likelier one; the same sound beats another ending, whatever their use.
    const rank = (sounds.get(asked.word) ?? []).indexOf(asked.sound)
    const cost = errors + rank / 100 - 0.03 * Math.log(row.frequency)
    const old = best.get(asked.word)
    if (!old || cost < old.cost) best.set(asked.word, { form: row.form, cost })
  }
  return new Map([...best].map(([word, { form }]) => [word, form]))
}

function startOf(sound: string): string {
  const length = Math.max(minStart, sound.length - maxEnding)
  return sound.length > minStart ? sound.slice(0, length) : ''
}
