import type { MotifName } from './motif.ts'
import topics from './topics.json' with { type: 'json' }

/** What a subject shows where no topic is known. */
const ofSubjects: readonly [RegExp, string][] = [
  [/mathem|algebra|geometry/, 'ruler calculator compasses dice abacus'],
  [/native|second-lang|literature|special/, 'book quill letters owl books'],
  [/english/, 'bigben bus speech'],
  [/french/, 'eiffel speech'],
  [/spanish/, 'guitar speech'],
  [/german/, 'gate speech'],
  [/latin|ancient/, 'temple column helmet scroll'],
  [/music/, 'notes piano violin drum'],
  [/art/, 'palette crayons butterfly'],
  [/computer|technology|media|coding/, 'computer robot shield'],
  [/geography/, 'globe map compassrose mountain volcano'],
  [/history|social/, 'castle helmet scroll temple timeline'],
  [/politic|civic|ethic|religion|skills|pshe/, 'dove heart ballot candle'],
  [/physic|chem/, 'flask magnet rocket planet'],
  [/science|biology|general/, 'leaf bee microscope planet apple skull tooth'],
  [/class|tutoring|career/, 'school calendar backpack checklist'],
]
const everyday = 'stars puzzle crayons rocket school books football trophy'

/** The objects that fit a title, the best first; `ofTopic`: those of its very topic. */
export function motifsFor({ title, subject }: { title: string; subject: string }): {
  all: MotifName[]
  ofTopic: MotifName[]
} {
  const text = title.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  const found = Object.entries(topics).flatMap(([words, names]) =>
    new RegExp(words, 'u').test(text) ? [names] : [],
  )
  const general = ofSubjects.flatMap(([pattern, names]) => (pattern.test(subject) ? [names] : []))
  const named = (lists: readonly string[]) => [...new Set(lists.join(' ').split(' '))] as MotifName[]
  return {
    all: named([...found, ...general, everyday]),
    ofTopic: found[0] === undefined ? [] : named([found[0]]),
  }
}
