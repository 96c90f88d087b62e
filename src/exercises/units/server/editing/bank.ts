import { setImmediate } from 'node:timers/promises'
import { taskName } from '#exercises/model/pages/task-name.ts'
import { contentSchema } from '#exercises/model/unit.ts'
import type { Context } from '#platform/context/context.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { bankRows } from '../list-queries.ts'
import type { TypedElement } from './unfinished.ts'
import { typedElement } from './writing.ts'

/** An element of an own unit that may be used again. */
export interface BankElement {
  unitTitle: string
  name: string
  element: TypedElement
}

export interface BankPart {
  elements: BankElement[]
  /** Where the rest of them begins; undefined: these were the last. */
  next: string | undefined
}

const mostShown = 20
/** Units that are looked through at once: the newest that have the words. */
const mostUnits = 12
/** So often in one request; who goes on asks again. */
const mostTurns = 5

interface Wish {
  query: string
  tag: string
  subject: string
  /** As `next` said it. */
  from?: string | undefined
}

/** Elements of the own units whose words or tags have all that is asked for, with this tag and of this subject where one is named. @throws ProductError unauthorized */
export async function searchBank(context: Context, { query, tag, subject, from }: Wish): Promise<BankPart> {
  const { accountId } = requireMember(context)
  const owner = { world: context.world, accountId }
  const [words, wanted] = [wordsOf(query), wordsOf(tag).join(' ')]
  const isMeant = (typed: TypedElement) => hasWords(typed, words) && hasTag(typed, wanted)
  const looked = [...words, ...wordsOf(tag)]
  const elements: BankElement[] = []
  let [unit = 0, passed = 0] = placeOf(from)
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const rows = await bankRows(context.db, owner, { words: looked, subject, limit: mostUnits, offset: unit })
    for (const row of rows) {
      // A draft may hold a megabyte: others have their turn between two of them.
      await setImmediate()
      const there = elementsIn(row).filter(({ element }) => isMeant(element))
      const rest = there.slice(passed)
      const room = mostShown - elements.length
      elements.push(...rest.slice(0, room))
      if (rest.length > room) return { elements, next: `${unit}.${passed + room}` }
      unit += 1
      passed = 0
    }
    if (rows.length < mostUnits) return { elements, next: undefined }
  }
  return { elements, next: `${unit}.0` }
}

/** A unit in the order of the search, and how many of its elements were shown. */
function placeOf(from = ''): number[] {
  return /^\d{1,4}\.\d{1,4}$/.test(from) ? from.split('.').map(Number) : []
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

function elementsIn({ title, draft }: { title: string; draft: unknown }): BankElement[] {
  const pages = contentSchema.safeParse(draft).data?.pages ?? []
  return pages
    .flatMap((page) => page.elements)
    .map((element) => ({ unitTitle: title, name: nameOf(element.prompt), element: typedElement(element) }))
}

function hasWords({ prompt, tags, f }: TypedElement, words: readonly string[]): boolean {
  const text = [prompt, tags, ...Object.values(f)].join(' ').toLowerCase()
  return words.every((word) => text.includes(word))
}

function hasTag({ tags }: TypedElement, wanted: string): boolean {
  return wanted === '' || tags.split(', ').some((each) => each.toLowerCase() === wanted)
}

function nameOf(prompt: string): string {
  return taskName(prompt, 120)
}
