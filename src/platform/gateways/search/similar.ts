import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { SearchKind } from '#platform/rules/contract/search.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { searchLanguages } from './words/languages.ts'
import { relatedSubjects } from './words/related-subjects.ts'
import type { WorldTerms } from './words/terms.ts'

/** The rarest words of a material tell its topic; words in more materials than this are ignored. */
const maxTopicWords = 8
const maxFrequency = 1000
/** A word of the keywords beside one of the title. */
const inKeywords = 0.7
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
  const [mine] = await topicsOf(db, world, sql`array[${materialId}::bigint]`, {
    most: maxFrequency,
    parts: 'AB',
  })
  if (!mine) return []
  const { facets, words: own } = mine
  const most = Math.log(1 + materials)
  const weigh = (words: readonly TopicWord[], share: number): Weighed[] =>
    words.map(({ word, frequency }) => ({
      word,
      weight: share * (Math.log(1 + materials / frequency) / most) ** 2,
    }))
  const ownWords = weigh(own, 1)
  const near = neighboursOf(world, materialId, ownWords.slice(0, rarest))
  const beside = near ? await topicsOf(db, world, near, { most: maxNeighbourFrequency, parts: 'B' }) : []
  const known = new Set(own.map(({ word }) => word))
  const further = new Map(
    beside.flatMap(({ words }) =>
      words.flatMap((each) => (known.has(each.word) ? [] : [[each.word, each] as const])),
    ),
  )
  const words = [...ownWords, ...weigh([...further.values()], besideShare)]
  return likest(db, { terms, world, materialId, facets, words, limit })
}

/** The materials that share most of the telling words, whatever else they are; undefined without any word. */
function neighboursOf(
  world: LiveWorldCode,
  materialId: number,
  words: readonly Weighed[],
): RawBuilder<number[]> | undefined {
  if (words.length === 0) return undefined
  return sql`array(
    select material_id from (${sharing(world, words, [])}) as other
    where shared >= ${leastShared} and material_id <> ${materialId}
    order by shared desc, popularity desc, material_id desc limit ${neighbours})`
}

/**
 * What has one of the words in its title or keywords, and what those it has are worth together; then `further` ones, which
 * may have none. Each word is looked up by itself: to try every word on every row takes several times as long.
 */
function sharing(
  world: LiveWorldCode,
  words: readonly Weighed[],
  further: readonly number[],
): RawBuilder<unknown> {
  const { config } = searchLanguages[world]
  return sql`
    select material_id, min(facets) as facets, min(popularity) as popularity, sum(worth) as shared from (
      select found.* from (
        select query, (query::text || ':A')::tsquery as in_title, weight from (
          select plainto_tsquery(${config}::regconfig, word) as query, weight
          from unnest(${words.map(({ word }) => word)}::text[], ${words.map(({ weight }) => weight)}::float8[])
            as given (word, weight) offset 0) as parsed offset 0) as topic
      cross join lateral (
        select material_id, facets, popularity,
          topic.weight * case when document @@ topic.in_title then 1 else ${inKeywords}::float8 end as worth
        from material_search where world = ${world} and ts_filter(document, '{a,b}') @@ topic.query) as found
      union all
      select material_id, facets, popularity, 0 from material_search
      where world = ${world} and material_id = any(${[...further]}::bigint[])) as each_word
    group by material_id`
}

/** Of each of the materials the rarest words of its title (A) and keywords (B), and its facets. */
async function topicsOf(
  db: Db,
  world: LiveWorldCode,
  materialIds: RawBuilder<unknown>,
  { most, parts }: { most: number; parts: 'AB' | 'B' },
): Promise<{ facets: number[]; words: TopicWord[] }[]> {
  const { config } = searchLanguages[world]
  const { rows } = await sql<{ facets: number[]; words: TopicWord[] }>`
    select facets, (select coalesce(json_agg(topic), '[]') from (
      select known.word, known.frequency from unnest(own.words) as mine
        join search_word known on known.world = ${world} and known.word = mine
      where known.frequency between 2 and ${most}
        and numnode(plainto_tsquery(${config}::regconfig, known.word)) = 1
        and own.document @@ (plainto_tsquery(${config}::regconfig, known.word)::text || ${`:${parts}`})::tsquery
      order by known.frequency limit ${maxTopicWords}) as topic) as words
    from material_search own where world = ${world} and material_id = any(${materialIds})
  `.execute(db)
  return rows
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
  const kinIds = relatedSubjects(terms, subjectIds)
  const grades = gradesAround(terms, facets)
  const [near = [], kin = []] = grades ? await besideOf(db, asked, grades, [subjectIds, kinIds]) : []
  const isFull = near.filter((id) => id !== materialId).length >= limit
  const form = given(has(ownTerms(terms, facets, 'material_type')), sameType)
  const bundles = terms.values.flatMap(({ kind, id, termId }) =>
    kind === 'material_type' && id === 'bundle' ? [termId] : [],
  )
  const found = await sql<{ material_id: number }>`
    select material_id from (
      select material_id, facets, popularity, ${grades ? atAge(grades) : sql`shared`} + ${form} as likeness
      from (${sharing(world, words, [...near, ...kin])}) as other
      where material_id <> ${materialId} ${isFull ? worthALook([...subjectIds, ...kinIds]) : sql``}
      offset 0) as other
    order by case when ${has(subjectIds)} then likeness + ${sameSubject}::float8
        when ${has(kinIds)} then likeness * ${kinSubject}::float8 else likeness * ${otherSubject}::float8 end
      * case when ${has(bundles)} then ${bundled}::float8 else 1 end desc, popularity desc, material_id desc
    limit ${limit}
  `.execute(db)
  return found.rows.map((row) => row.material_id)
}

const has = (ids: readonly number[]) => sql<boolean>`facets && ${[...ids]}::integer[]`

/**
 * Where enough of the same subject and age is known, nothing of another subject gets before it without words of this worth:
 * the least of those against the most of these. Most rows of a frequent word are left out by it.
 */
const leastElsewhere = ((sameSubject + nextGrade) * bundled) / otherSubject - sameGrade - sameType

function worthALook(subjectIds: readonly number[]): RawBuilder<unknown> {
  return sql`and (shared >= ${leastElsewhere}::float8 or ${has(subjectIds)})`
}

/** The most popular of the same grades in each group of subjects; the same for many materials, and asked once a minute. */
async function besideOf(
  db: Db,
  { terms, world }: Pick<Asked, 'terms' | 'world'>,
  { next }: GradesAround,
  subjects: readonly (readonly number[])[],
): Promise<number[][]> {
  return await Promise.all(
    subjects.map((ids) => {
      const key = `${ids} ${next}`
      const known = terms.popular.get(key)
      if (known) return known
      const asked = ids.length === 0 ? Promise.resolve([]) : popularOf(db, world, ids, next)
      terms.popular.set(key, asked)
      asked.catch(() => terms.popular.delete(key))
      return asked
    }),
  )
}

async function popularOf(
  db: Db,
  world: LiveWorldCode,
  subjectIds: readonly number[],
  gradeIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ material_id: number }>`
    select material_id from material_search
    where world = ${world} and ${has(subjectIds)} and ${has(gradeIds)}
    order by popularity desc, material_id desc limit ${mostBeside}`.execute(db)
  return rows.map((row) => row.material_id)
}

/** What the words are worth where children of quite another age meet them, and the grade itself. */
function atAge({ all, own, next, around, wider }: GradesAround): RawBuilder<number> {
  return sql`case
    when ${has(around)} then shared + case when ${has(own)} then ${sameGrade}::float8 else ${given(has(next), nextGrade)} end
    when ${has(wider)} then shared * ${far}::float8
    when ${has(all)} then shared * ${veryFar}::float8
    else shared end`
}

function given(condition: RawBuilder<boolean>, share: number): RawBuilder<number> {
  return sql<number>`case when ${condition} then ${share}::float8 else 0 end`
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
