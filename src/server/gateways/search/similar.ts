import { sql } from 'kysely'
import type { SearchKind } from '#shared/contract/search.ts'
import type { LiveWorldCode } from '#shared/contract/world.ts'
import type { Db } from '../../db/pool.ts'
import { searchLanguages } from './languages.ts'
import type { WorldTerms } from './terms.ts'

/** The rarest words of a material say what it is about; a word more than so many have says too little. */
const maxTopicWords = 8
const maxFrequency = 1000
/** What else makes two materials alike, in units of one shared word that nobody else has. */
const shares = { class_grade: 0.4, material_type: 0.1 } as const
/** The same words in another subject are mostly about something else. */
const otherSubject = 0.3
const sameSubject = 0.2
/** A bundle holds a material rather than being like it. */
const bundled = 0.6

interface TopicWord {
  word: string
  frequency: number
}

/**
 * Ids of materials about the same as one, the likest first: those that share the most telling words of its title and
 * keywords, then subject, grade and form. Who made them does not matter.
 */
export async function similarMaterials(
  db: Db,
  terms: WorldTerms,
  world: LiveWorldCode,
  { materialId, limit, materials }: { materialId: number; limit: number; materials: number },
): Promise<number[]> {
  const { config } = searchLanguages[world]
  const { rows } = await sql<{ facets: number[]; words: TopicWord[] }>`
    select facets, (select coalesce(json_agg(topic), '[]') from (
      select known.word, known.frequency from unnest(own.words) as mine
        join search_word known on known.world = ${world} and known.word = mine
      where known.frequency between 2 and ${maxFrequency}
        and numnode(plainto_tsquery(${config}::regconfig, known.word)) = 1
        and own.document @@ (plainto_tsquery(${config}::regconfig, known.word)::text || ':AB')::tsquery
      order by known.frequency limit ${maxTopicWords}) as topic) as words
    from material_search own where world = ${world} and material_id = ${materialId}
  `.execute(db)
  const own = rows[0]
  if (!own || own.words.length === 0) return []
  const most = Math.log(1 + materials)
  const words = own.words.map(({ word, frequency }) => ({
    word,
    weight: (Math.log(1 + materials / frequency) / most) ** 2,
  }))
  const query = sql`(select string_agg(plainto_tsquery(${config}::regconfig, word)::text || ':AB', ' | ')::tsquery
    from unnest(${words.map(({ word }) => word)}::text[]) as word)`
  const shared = words.map(
    ({ word, weight }) =>
      sql`case when document @@ (plainto_tsquery(${config}::regconfig, ${word})::text || ':A')::tsquery then ${weight}::real
        when document @@ (plainto_tsquery(${config}::regconfig, ${word})::text || ':B')::tsquery then ${weight * 0.7}::real
        else 0 end`,
  )
  const alike = (Object.keys(shares) as (keyof typeof shares)[]).map((kind) => {
    const ids = ownTerms(terms, own.facets, kind)
    return sql`case when facets && ${ids}::integer[] then ${shares[kind]}::real else 0 end`
  })
  const subjects = ownTerms(terms, own.facets, 'subject')
  const bundles = terms.values.flatMap(({ kind, id, termId }) =>
    kind === 'material_type' && id === 'bundle' ? [termId] : [],
  )
  const topic = sql`(${sql.join(shared, sql` + `)}
    + case when facets && ${subjects}::integer[] then ${sameSubject}::real else 0 end)
    * case when facets && ${subjects}::integer[] then 1 else ${otherSubject}::real end`
  const found = await sql<{ material_id: number }>`
    select material_id from material_search
    where world = ${world} and document @@ ${query} and material_id <> ${materialId}
    order by (${sql.join([topic, ...alike], sql` + `)})
      * case when facets && ${bundles}::integer[] then ${bundled}::real else 1 end desc, popularity desc, material_id desc limit ${limit}
  `.execute(db)
  return found.rows.map((row) => row.material_id)
}

function ownTerms({ values }: WorldTerms, facets: readonly number[], wanted: SearchKind): number[] {
  const own = new Set(facets)
  return values.flatMap(({ kind, termId }) => (kind === wanted && own.has(termId) ? [termId] : []))
}
