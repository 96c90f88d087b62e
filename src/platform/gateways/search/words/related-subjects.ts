import type { WorldTerms } from './terms.ts'

/**
 * Subjects that are taught with the same means: who looks for one sheet of French verbs has more use for German articles
 * than for a sheet on English ones, whatever words it shares. By the ids of the taxonomy without their world.
 */
const families: readonly (readonly string[])[] = [
  [
    ...[
      'english',
      'french',
      'german',
      'italian',
      'spanish',
      'portuguese',
      'russian',
      'latin',
      'ancient-greek',
    ],
    ...['clil', 'regional-languages', 'co-official-language'],
  ],
  [
    ...[
      'science',
      'natural-sciences',
      'scientific-education',
      'general-studies',
      'biology',
      'chemistry',
      'physics',
    ],
    ...['physics-chemistry', 'environmental-science', 'ecology', 'technology'],
  ],
  ['technology', 'computer-science', 'digital-technology', 'stem-coding', 'programming', 'media-education'],
  [
    ...[
      'history',
      'geography',
      'history-geography',
      'geography-history',
      'world-history',
      'social-sciences-primary',
    ],
    ...['social-studies', 'politics', 'political-education', 'civics', 'citizenship', 'geopolitics'],
  ],
  [
    ...[
      'ethics',
      'pshe',
      'religion',
      'religion-catholic',
      'religion-protestant',
      'religion-islam',
      'philosophy',
    ],
    ...['civics', 'skills-labs'],
  ],
  ['art', 'art-primary', 'visual-arts', 'textile-crafts', 'free-drawing', 'technical-drawing', 'music'],
  ['class-teacher', 'tutoring', 'interdisciplinary'],
  ['mathematics', 'further-mathematics', 'algebra', 'geometry'],
  ['native-language', 'literature', 'phonics', 'second-language-instruction'],
]

const withoutWorld = (id: string) => id.slice(id.indexOf('-') + 1)

/** The subjects of the families that some subjects are in, without themselves. */
export function relatedSubjects(
  { values }: Pick<WorldTerms, 'values'>,
  subjectIds: readonly number[],
): number[] {
  const subjects = values.filter(({ kind }) => kind === 'subject')
  const own = subjects.filter(({ termId }) => subjectIds.includes(termId)).map(({ id }) => withoutWorld(id))
  const kin = new Set(families.filter((family) => family.some((id) => own.includes(id))).flat())
  return subjects.flatMap(({ id, termId }) =>
    kin.has(withoutWorld(id)) && !subjectIds.includes(termId) ? [termId] : [],
  )
}
