import { type RawBuilder, sql } from 'kysely'
import type { SearchKind } from '#shared/contract/search.ts'
import type { LiveWorldCode } from '#shared/contract/world.ts'
import type { Db } from '../../db/pool.ts'
import { searchLanguages } from './languages.ts'
import { kinOf } from './subject-kin.ts'
import type { WorldTerms } from './terms.ts'

/** The rarest words of a material say what it is about; a word more than so many have says too little. */
const maxTopicWords = 8
const maxFrequency = 1000
/** What else makes two materials alike, in units of one shared word that nobody else has. */
const sameSubject = 0.2
const sameType = 0.1
/** By how far their grades are apart; beyond `farGrades`, and twice that, the same words mean other things. */
const sameGrade = 0.4
const nextGrade = 0.25
const farGrades = 2
const far = 0.5
const veryFar = 0.25
/** The same words in another subject are mostly about something else, the same grade says little. */
const otherSubject = 0.3
const kinSubject = 0.6
/** A bundle holds a material rather than being like it. */
const bundled = 0.6
/**
 * What shares most of its words, a bundle above all, says which words stand beside them. Only what shares a telling one is
 * asked, only rare words are taken from it, and for less.
 */
const neighbours = 3
const rarest = 4
const leastShared = 0.4
const maxNeighbourFrequency = 200
const besideShare = 0.5
/** Where words find few, what is taught in the same subject, or one like it, at the same age is next; so many of each. */
const mostBeside = 30

interface TopicWord {
  word: string
  frequency: number
}

interface Weighed {
  word: string
  weight: number
}

/**
 * Ids of materials about the same as one, the likest first: those that share the most telling words of its title and
 * keywords, or of what stands beside it, then subject, grade and form. Who made them does not matter.
 */
export async function similarMaterials(
  db: Db,
  terms: WorldTerms,
  world: LiveWorldCode,
  { materialId, limit, materials }: { materialId: number; limit: number; materials: number },
): Promise<number[]> {
  const { facets, words: own } = await topicOf(db, world, [materialId], { most: maxFrequency, parts: 'AB' })
  if (!facets) return []
  const most = Math.log(1 + materials)
  const weigh = (words: readonly TopicWord[], share: number): Weighed[] =>
    words.map(({ word, frequency }) => ({
      word,
      weight: share * (Math.log(1 + materials / frequency) / most) ** 2,
    }))
  const ownWords = weigh(own, 1)
  const beside = await topicOf(
    db,
    world,
    await neighboursOf(db, world, materialId, ownWords.slice(0, rarest)),
    {
      most: maxNeighbourFrequency,
      parts: 'B',
    },
  )
  const known = new Set(own.map(({ word }) => word))
  const further = beside.words.filter(({ word }) => !known.has(word))
  const words = [...ownWords, ...weigh(further, besideShare)]
  return likest(db, { terms, world, materialId, facets, words, limit })
}

/** The materials that share most of the telling words, whatever else they are. */
async function neighboursOf(
  db: Db,
  world: LiveWorldCode,
  materialId: number,
  words: readonly Weighed[],
): Promise<number[]> {
  const shared = sharedWords(world, words)
  const { rows } = await sql<{ material_id: number }>`
    select material_id from (
      select material_id, ${shared} as shared, popularity from material_search
      where world = ${world} and document @@ ${anyOf(world, words)} and material_id <> ${materialId}) as other
    where shared >= ${leastShared} order by shared desc, popularity desc, material_id desc limit ${neighbours}
  `.execute(db)
  return rows.map((row) => row.material_id)
}

/** Nothing where there are no words. */
function anyOf(world: LiveWorldCode, words: readonly Weighed[]): RawBuilder<unknown> {
  const { config } = searchLanguages[world]
  return sql`(select string_agg(plainto_tsquery(${config}::regconfig, word)::text || ':AB', ' | ')::tsquery
    from unnest(${words.map(({ word }) => word)}::text[]) as word)`
}

/** What the words of a title or of keywords that both have are worth together. */
function sharedWords(world: LiveWorldCode, words: readonly Weighed[]): RawBuilder<number> {
  if (words.length === 0) return sql<number>`0::real`
  const { config } = searchLanguages[world]
  const shared = words.map(
    ({ word, weight }) =>
      sql`case when document @@ (plainto_tsquery(${config}::regconfig, ${word})::text || ':A')::tsquery then ${weight}::real
        when document @@ (plainto_tsquery(${config}::regconfig, ${word})::text || ':B')::tsquery then ${weight * 0.7}::real
        else 0 end`,
  )
  return sql<number>`(${sql.join(shared, sql` + `)})`
}

/** The rarest words of titles (A) and keywords (B), and the facets of the first of the materials. */
async function topicOf(
  db: Db,
  world: LiveWorldCode,
  materialIds: readonly number[],
  { most, parts }: { most: number; parts: 'AB' | 'B' },
): Promise<{ facets: number[] | undefined; words: TopicWord[] }> {
  const { config } = searchLanguages[world]
  const { rows } = await sql<{ facets: number[]; words: TopicWord[] }>`
    select facets, (select coalesce(json_agg(topic), '[]') from (
      select known.word, known.frequency from unnest(own.words) as mine
        join search_word known on known.world = ${world} and known.word = mine
      where known.frequency between 2 and ${most}
        and numnode(plainto_tsquery(${config}::regconfig, known.word)) = 1
        and own.document @@ (plainto_tsquery(${config}::regconfig, known.word)::text || ${`:${parts}`})::tsquery
      order by known.frequency limit ${maxTopicWords}) as topic) as words
    from material_search own where world = ${world} and material_id = any(${[...materialIds]}::bigint[])
  `.execute(db)
  const words = new Map(rows.flatMap((row) => row.words.map((word) => [word.word, word] as const)))
  return { facets: rows[0]?.facets, words: [...words.values()] }
}

interface Asked {
  terms: WorldTerms
  world: LiveWorldCode
  materialId: number
  facets: readonly number[]
  words: readonly Weighed[]
  limit: number
}

async function likest(db: Db, asked: Asked): Promise<number[]> {
  const { terms, world, materialId, facets, words, limit } = asked
  const subjectIds = ownTerms(terms, facets, 'subject')
  const kinIds = kinOf(terms, subjectIds)
  const subjects = has(subjectIds)
  const grades = gradesAround(terms, facets)
  const beside = grades ? await besideOf(db, world, { grades, subjects: [subjectIds, kinIds] }) : []
  const topic = sql`${sharedWords(world, words)} * ${grades ? ageFactor(grades) : sql`1`}`
  const grade = grades
    ? sql`case when ${has(grades.own)} then ${sameGrade}::real else ${given(has(grades.next), nextGrade)} end`
    : sql`0`
  const type = given(has(ownTerms(terms, facets, 'material_type')), sameType)
  const bundles = terms.values.flatMap(({ kind, id, termId }) =>
    kind === 'material_type' && id === 'bundle' ? [termId] : [],
  )
  const found = await sql<{ material_id: number }>`
    select material_id from material_search
    where world = ${world} and material_id <> ${materialId}
      and (document @@ ${anyOf(world, words)} or material_id = any(${beside}::bigint[]))
    order by (${topic} + ${given(subjects, sameSubject)} + ${grade} + ${type})
      * case when ${subjects} then 1 when ${has(kinIds)} then ${kinSubject}::real else ${otherSubject}::real end
      * case when ${has(bundles)} then ${bundled}::real else 1 end desc, popularity desc, material_id desc
    limit ${limit}
  `.execute(db)
  return found.rows.map((row) => row.material_id)
}

const has = (ids: readonly number[]) => sql<boolean>`facets && ${[...ids]}::integer[]`

/** The most popular of the same grades in each group of subjects. */
async function besideOf(
  db: Db,
  world: LiveWorldCode,
  { grades, subjects }: { grades: GradesAround; subjects: readonly (readonly number[])[] },
): Promise<number[]> {
  const found = await Promise.all(
    subjects
      .filter((ids) => ids.length > 0)
      .map((ids) =>
        sql<{ material_id: number }>`
          select material_id from material_search
          where world = ${world} and ${has(ids)} and ${has(grades.next)}
          order by popularity desc, material_id desc limit ${mostBeside}`.execute(db),
      ),
  )
  return found.flatMap(({ rows }) => rows.map((row) => row.material_id))
}

/** What words are worth that children of quite another age meet. */
function ageFactor({ all, around, wider }: GradesAround): RawBuilder<number> {
  return sql<number>`case when ${has(around)} or not ${has(all)} then 1
    when ${has(wider)} then ${far}::real else ${veryFar}::real end`
}

function given(condition: RawBuilder<boolean>, share: number): RawBuilder<number> {
  return sql<number>`case when ${condition} then ${share}::real else 0 end`
}

function ownTerms({ values }: WorldTerms, facets: readonly number[], wanted: SearchKind): number[] {
  const own = new Set(facets)
  return values.flatMap(({ kind, termId }) => (kind === wanted && own.has(termId) ? [termId] : []))
}

interface GradesAround {
  all: readonly number[]
  own: readonly number[]
  next: readonly number[]
  around: readonly number[]
  wider: readonly number[]
}

/** Grades by their order in school: its own, the next ones, those not far; undefined for a material without any. */
function gradesAround({ values }: WorldTerms, facets: readonly number[]): GradesAround | undefined {
  const all = values.flatMap(({ kind, termId }) => (kind === 'class_grade' ? [termId] : []))
  const own = all.filter((id) => facets.includes(id))
  if (own.length === 0) return undefined
  const within = (steps: number) =>
    all.filter((_, at) => own.some((id) => Math.abs(all.indexOf(id) - at) <= steps))
  return { all, own, next: within(1), around: within(farGrades), wider: within(2 * farGrades) }
}
