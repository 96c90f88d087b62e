import type { SearchKind } from '#platform/rules/contract/search.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { attributes } from '#platform/rules/search-attributes.ts'
import { foldWord } from '../lexicon/fold.ts'
import { lexicons } from '../lexicon/lexicons.ts'
import { wordsOf } from './words.ts'

/** What a phrase of a query stands for: values of one kind of filter. */
export interface Meaning {
  kind: SearchKind
  ids: readonly string[]
  termIds: readonly number[]
}

/** What a world's grades, stages and forms of material are called, by folded words with a space between. */
export interface Phrases {
  /** Grades, stages, learning years, "free": they narrow. */
  wishes: ReadonlyMap<string, Meaning>
  /** Forms of material: they only come first. */
  types: ReadonlyMap<string, Meaning>
  /** Subjects, by each part of their names: their materials come before those that only have the word. */
  subjects: ReadonlyMap<string, Meaning>
}

interface TermRow {
  term_id: number
  kind: SearchKind
  id: string
  name: string
  short: string | null
}

/** Names made of one letter or of numbers alone mean too many other things. */
const telling = /\p{L}{2}/u

/** All names of a world's active terms that a query can have, from the taxonomy and from the lexicon. */
export function readPhrases(world: LiveWorldCode, rows: readonly TermRow[]): Phrases {
  const lexicon = lexicons[world]
  const inside = new Set(lexicon.inside)
  const byKey = new Map(rows.map((row) => [`${row.kind}/${row.id}`, row]))
  const wishes = new Map<string, Meaning>()
  const types = new Map<string, Meaning>()
  const subjects = new Map<string, Meaning>()
  const note = (list: Map<string, Meaning>, phrase: string, meaning: Meaning) => {
    const key = phraseKey(phrase, inside)
    if (key !== '' && meaning.ids.length > 0 && !list.has(key)) list.set(key, meaning)
  }
  for (const [phrase, keys] of lexicon.stages) {
    const known = keys.flatMap((key) => byKey.get(key) ?? [])
    const kind = known[0]?.kind
    if (kind) note(wishes, phrase, meaningOf(kind, known))
  }
  for (const row of rows) {
    if (row.kind !== 'class_grade') continue
    for (const name of namesOf(row)) note(wishes, name, meaningOf(row.kind, [row]))
  }
  const free = attributes.filter(({ kind }) => kind === 'free')
  for (const phrase of lexicon.free) {
    note(wishes, phrase, {
      kind: 'free',
      ids: free.map(({ id }) => id),
      termIds: free.map(({ termId }) => termId),
    })
  }
  for (const row of rows) {
    if (row.kind !== 'material_type') continue
    const names = [...(lexicon.types[row.id] ?? []), ...namesOf(row)]
    for (const name of names) note(types, name, meaningOf(row.kind, [row]))
  }
  for (const row of rows) {
    if (row.kind !== 'subject') continue
    for (const name of namesOf(row)) note(subjects, name, meaningOf(row.kind, [row]))
  }
  return { wishes, types, subjects }
}

/** The words of a phrase as they are looked up: folded, the small ones inside left out. */
export function phraseKey(text: string, inside: ReadonlySet<string>): string {
  return wordsOf(text)
    .map(foldWord)
    .filter((word, index) => index === 0 || !inside.has(word))
    .join(' ')
}

function meaningOf(kind: SearchKind, rows: readonly TermRow[]): Meaning {
  return { kind, ids: rows.map((row) => row.id), termIds: rows.map((row) => row.term_id) }
}

/** "Cours moyen 2 (CM2)", "Test / Klassenarbeit": each way to say it. */
function namesOf({ name, short }: TermRow): string[] {
  const parts = name.split(/[/()]/)
  return [name.replace(/\(.*?\)/g, ''), ...parts, short ?? ''].filter((text) => telling.test(text))
}
