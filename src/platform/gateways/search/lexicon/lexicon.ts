/** Terms of the taxonomy, as `kind/id`. */
type TermKeys = readonly string[]

/** What teachers of a world write in a search besides the topic itself. All words are folded: lower case, no accents. */
export interface Lexicon {
  /** Articles, prepositions, question words: never searched, unless nothing else is there. */
  stop: readonly string[]
  /** Words around a topic ("exercises", "for children"): they rank, but nothing has to have them. */
  weak: readonly string[]
  /** Before a person's name. */
  titles: readonly string[]
  /** "Costs nothing." */
  free: readonly string[]
  /** Forms of material as they are called, by id of the taxonomy; several words are one phrase. */
  types: Readonly<Record<string, readonly string[]>>
  /** Names of grades, stages and learning years besides those of the taxonomy. */
  stages: readonly (readonly [phrase: string, keys: TermKeys])[]
  /** Small words that may stand inside such a name. */
  inside: readonly string[]
  /** Between two grades: "3 and 4", "3 to 5". */
  and: readonly string[]
  to: readonly string[]
}

/** A list written as text; phrases are parted by commas or lines. */
export function phrases(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((phrase) => phrase.trim())
    .filter(Boolean)
}

/** The words of a list that is written as one text. */
export function wordList(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}

/** Every way to put one of `before` and one of `after` side by side. */
export function pairs(before: readonly string[], after: readonly string[]): string[] {
  return before.flatMap((first) => after.map((second) => `${first} ${second}`))
}

/** The same keys for several phrases. */
export function each(texts: readonly string[], keys: TermKeys): [string, TermKeys][] {
  return texts.map((text) => [text, keys])
}

/** Keys of grades, as `termKey` writes them. */
export function grade(...ids: string[]): string[] {
  return ids.map((id) => `class_grade/${id}`)
}

/** Keys of types of school, as `termKey` writes them. */
export function stage(...ids: string[]): string[] {
  return ids.map((id) => `school_type/${id}`)
}

/** `year` of learning a language in each of its writings, given the words for "year of learning". */
export function learningYears(ordinals: readonly (readonly string[])[], words: readonly string[]) {
  return ordinals.slice(0, 7).flatMap((forms, index) => {
    const number = String(index + 1)
    const keys = [`learning_years/ly${number}`]
    return [...each(pairs([number, ...forms], words), keys), ...each(pairs(words, [number]), keys)]
  })
}
