import { setImmediate } from 'node:timers/promises'
import { textOfHtml } from '#shared/interactive/rich-text.ts'
import { contentSchema } from '#shared/interactive/unit.ts'
import type { Context } from '../../context.ts'
import { requireMember } from '../../http/access.ts'
import { bankRows } from './list-queries.ts'
import { type TypedElement, typedElement } from './writing.ts'

/** An element of an own unit that may be used again. */
export interface BankElement {
  unitTitle: string
  name: string
  element: TypedElement
}

const mostShown = 20
/** Units that are looked through: the newest that have the words. */
const mostUnits = 12

/** Elements of the own units whose words or tags have all that is asked for, with this tag and of this subject where one is named. @throws ProductError unauthorized */
export async function searchBank(
  context: Context,
  { query, tag, subject }: { query: string; tag: string; subject: string },
): Promise<BankElement[]> {
  const { accountId } = requireMember(context)
  const wordsOf = (text: string) =>
    text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '')
  const [words, wanted] = [wordsOf(query), wordsOf(tag).join(' ')]
  const looked = [...words, ...wordsOf(tag)]
  const owner = { world: context.world, accountId }
  const rows = await bankRows(context.db, owner, { words: looked, subject, limit: mostUnits })
  const found: BankElement[] = []
  for (const { title, draft } of rows) {
    // A draft may hold a megabyte: others have their turn between two of them.
    await setImmediate()
    for (const page of contentSchema.safeParse(draft).data?.pages ?? [])
      for (const element of page.elements) {
        if (wanted !== '' && !element.tags.some((each) => each.toLowerCase() === wanted)) continue
        const typed = typedElement(element)
        const text = [typed.prompt, typed.tags, ...Object.values(typed.f)].join(' ').toLowerCase()
        if (!words.every((word) => text.includes(word))) continue
        found.push({ unitTitle: title, name: nameOf(element.prompt), element: typed })
        if (found.length === mostShown) return found
      }
  }
  return found
}

function nameOf(prompt: string): string {
  return textOfHtml(prompt).split('\n')[0]?.slice(0, 120) ?? ''
}
