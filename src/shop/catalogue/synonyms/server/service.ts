import type { Context } from '#platform/context/context.ts'
import { decodeCursor, encodeCursor } from '#platform/db/paging.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { emit } from '#platform/events/events.ts'
import type { Synonym } from '../rules/contract.ts'
import { synonymsChanged } from './events.ts'
import { putSynonym, removeSynonym, synonymRows } from './queries.ts'

const pageSize = 100
/** The search looks up runs of up to three words. */
const maxWords = 3

/**
 * The synonyms of this world for its operators, in the order of the terms.
 * @throws ProductError invalid_input (cursor)
 */
export async function listSynonyms(
  context: Context,
  { search = '', cursor }: { search?: string | undefined; cursor?: string | undefined },
): Promise<{ synonyms: Synonym[]; nextCursor: string | null }> {
  const [afterTerm] = cursor === undefined ? [''] : decodeCursor('synonyms', ['string'], cursor)
  const page = { search: wordsOf(search).join(' '), afterTerm: String(afterTerm), limit: pageSize + 1 }
  const rows = await synonymRows(context.db, context.world, page)
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  return { synonyms: shown, nextCursor: last ? encodeCursor('synonyms', [last.term]) : null }
}

/**
 * Sets what a term means besides itself. Every process reads synonyms with each search, so it counts from the next one
 * on; pages of searches with its words are made again.
 * @throws ProductError invalid_input (no word, more than three words, the term itself)
 */
export async function setSynonym(context: Context, input: Synonym): Promise<Synonym> {
  const term = wordsOf(input.term)
  if (term.length === 0 || term.length > maxWords)
    throw new ProductError('invalid_input', { fields: { term: term.length === 0 ? 'required' : 'too_long' } })
  const synonyms = [...new Set(input.synonyms.map((synonym) => wordsOf(synonym).join(' ')))]
  const own = term.join(' ').toLowerCase()
  const isWrong = synonyms.some((synonym) => synonym === '' || synonym.toLowerCase() === own)
  if (synonyms.length === 0 || isWrong)
    throw new ProductError('invalid_input', { fields: { synonyms: 'invalid' } })
  return await transaction(context.db, async (tx) => {
    const saved = await putSynonym(tx, context.world, { term: term.join(' '), synonyms })
    await emit(context, tx, synonymsChanged, { world: context.world, term: saved.term })
    return saved
  })
}

/** @throws ProductError not_found */
export async function deleteSynonym(context: Context, term: string): Promise<void> {
  await transaction(context.db, async (tx) => {
    const gone = await removeSynonym(tx, context.world, wordsOf(term).join(' '))
    if (gone === undefined) throw new ProductError('not_found')
    await emit(context, tx, synonymsChanged, { world: context.world, term: gone })
  })
}

/** Words as the search cuts them: letters and digits, nothing that is an operator somewhere. */
function wordsOf(text: string): string[] {
  return (
    text
      .toWellFormed()
      .normalize('NFKC')
      .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []
  )
}
