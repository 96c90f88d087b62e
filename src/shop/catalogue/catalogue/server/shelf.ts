import type { Context } from '#platform/context/context.ts'

/** What a row of cards shows. */
export const cardsPerRow = 12
const shelfSize = 60
const cachedFor = { seconds: 60, tags: ['taxonomy'] }

/**
 * Ids of the most popular materials of a subject and its grades, then of the subject; [] for an unknown subject.
 */
export async function popularFor(
  context: Context,
  subject: string | undefined,
  grades: readonly string[],
): Promise<number[]> {
  const { world, taxonomy } = context
  if (subject === undefined || !taxonomy.term(world, 'subject', subject)) return []
  const grade = grades.find((id) => taxonomy.term(world, 'class_grade', id) !== undefined)
  const near = grade === undefined ? [] : await popularIn(context, subject, grade)
  return near.length > cardsPerRow ? near : [...new Set([...near, ...(await popularIn(context, subject))])]
}

/** Ids of materials about the same as one, then popular ones of its subject and grade; never the material itself. */
export async function similarTo(
  context: Context,
  { id, subjects, grades }: { id: number; subjects: string[]; grades: string[] },
  asked = alikeTo(context, id),
): Promise<number[]> {
  const [alike, near] = await Promise.all([asked, popularFor(context, subjects[0], grades)])
  return [...new Set([...alike, ...near])].filter((each) => each !== id)
}

/** Of them those that are alike; can be asked before anything else of the material is known. */
export function alikeTo({ search, world }: Context, id: number): Promise<number[]> {
  return search.similar(world, id, cardsPerRow)
}

/**
 * Ids of the most popular materials of a known subject, in one grade or in all. Cached for a minute, because
 * finding them among a million is the most expensive part of a material page; the cards are read anew.
 */
export function popularIn(context: Context, subject: string, grade?: string): Promise<number[]> {
  const { world, cache } = context
  return cache.get(`shelf ${world} ${subject} ${grade ?? ''}`, cachedFor, async () => {
    const hits = await context.search.search({
      world,
      query: '',
      selected: { subject: [subject], ...(grade !== undefined && { class_grade: [grade] }) },
      sort: 'bestselling',
      limit: grade === undefined ? cardsPerRow * 2 : shelfSize,
      withFacets: false,
      isUncounted: true,
    })
    return hits.materialIds
  })
}
