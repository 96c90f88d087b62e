/** Which pages of a document are previewed; null: not chosen, the default rule counts. Page numbers begin at 1. */
export interface PageChoice {
  shown: readonly number[] | null
  solutions: readonly number[] | null
}

export interface PlannedPage {
  page: number
  /** Everybody may read it; of the others only a blurred picture is made. */
  isShown: boolean
  isSolution: boolean
}

/** How a person says that no page is meant: an empty field leaves it to the rule. */
const noPages = '0'
const leastShown = 2
const mostShown = 8
/** A range as people write it for a printer: "1-3, 5". */
const partForm = /^(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?$/

/**
 * Which pages of a document everybody may read. The cover always; what the author chose; without a choice the first
 * third, at least 2 and at most 8, but no solutions. `most` pages are listed at all.
 */
export function planPages(
  choice: PageChoice,
  { pageCount, most }: { pageCount: number; most: number },
): PlannedPage[] {
  const solutions = new Set(choice.solutions ?? [])
  const open = Math.min(mostShown, Math.max(leastShown, Math.ceil(pageCount / 3)))
  const isShown = (page: number) => {
    if (page === 1) return true
    return choice.shown === null ? page <= open && !solutions.has(page) : choice.shown.includes(page)
  }
  return Array.from({ length: Math.min(pageCount, most) }, (_, index) => ({
    page: index + 1,
    isShown: isShown(index + 1),
    isSolution: solutions.has(index + 1),
  }))
}

const headings: readonly RegExp[] = [
  /^(?:die )?(?:muster)?lösung(?:en|sblatt|sblätter|steil)?$/,
  /^(?:hoja de )?(?:soluci[oó]n(?:es|ario)?|respuestas)$/,
  /^(?:les )?(?:corrig[eé]s?|correction|solutions?|réponses)$/,
  /^(?:le )?(?:soluzion[ei]|risposte|correzione)$/,
  /^(?:οι )?(?:λύσεις|λύση|απαντήσεις)$/,
  /^(?:the )?(?:answers?|answer (?:key|sheet)|solutions?)$/,
]
/** A running title and a number may stand above a heading. */
const headingLines = 5

/**
 * Page numbers that carry solutions, read off the first lines of each page's text. What stands on the first page as well
 * is a title. From a heading in the second half on everything belongs to it: a key stands at the end, and its later
 * pages often have no heading of their own.
 */
export function solutionPagesOf(texts: readonly string[]): number[] {
  const [first = '', ...others] = texts
  const title = new Set(headOf(first))
  const isSolution = (text: string) =>
    headOf(text).some((line) => !title.has(line) && headings.some((heading) => heading.test(line)))
  const named = others.flatMap((text, index) => (isSolution(text) ? [index + 2] : []))
  const key = named.find((page) => page > texts.length / 2)
  if (key === undefined) return named
  return texts.map((_, index) => index + 1).filter((page) => page >= key || named.includes(page))
}

/** The words of the first lines of a page. */
function headOf(text: string): string[] {
  const lines = text.normalize('NFC').split(/[\r\n]+/, headingLines)
  return lines.map((line) =>
    line
      .toLowerCase()
      .replace(/[^\p{L} ]/gu, '')
      .trim(),
  )
}

/** "1-3, 5" as page numbers, sorted and once each, "0" as none of them; undefined for anything else, or for a page beyond `last`. */
export function parsePages(text: string, last: number): number[] | undefined {
  if (text.trim() === noPages) return []
  const pages = new Set<number>()
  for (const part of text
    .split(/[,;]/)
    .map((each) => each.trim())
    .filter(Boolean)) {
    const [, from, to = from] = partForm.exec(part) ?? []
    const [low, high] = [Number(from), Number(to)]
    if (from === undefined || low < 1 || high < low || high > last) return undefined
    for (let page = low; page <= high; page += 1) pages.add(page)
  }
  return [...pages].sort((one, other) => one - other)
}

/** A choice of pages as a person writes it: 1-3, 5; without a choice nothing. */
export function formatPages(pages: readonly number[] | null): string {
  if (pages === null) return ''
  if (pages.length === 0) return noPages
  const runs: [number, number][] = []
  for (const page of pages) {
    const run = runs.at(-1)
    if (run && page === run[1] + 1) run[1] = page
    else runs.push([page, page])
  }
  return runs.map(([low, high]) => (low === high ? String(low) : `${low}-${high}`)).join(', ')
}
