import { drawableText } from '#platform/gateways/documents/typeface/typeface.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import { coloursOf } from './colours.ts'
import { hands, paper, type Random } from './hands.ts'
import type { MotifName } from './motif.ts'

export interface CoverFacts {
  world: LiveWorld
  title: string
  /** The subject with its grade, or what else is said in one line. */
  line: string
  /** The id of the subject. */
  subject: string
  /** Each author has a hand of their own: this number says which. */
  author: number
  motif: MotifName
  /** Of the parts of a pack. */
  parts?: readonly MotifName[]
  isInteractive?: boolean
}

/** Longer titles are told apart: what stands before a colon or a dash is large, the rest small. */
const longTitle = 30

export function partsOfTitle(title: string): [head: string, sub: string] {
  const found = title.length > longTitle ? /^(.{6,}?)\s?(?::| [–—-]) (.+)$/.exec(title) : null
  return found ? [found[1] ?? title, found[2] ?? ''] : [title, '']
}

/** Draws a cover on a page of the document. The same facts give the same picture. @returns how high its title is, in points */
export function drawCover(doc: PDFKit.PDFDocument, facts: CoverFacts): number {
  doc.addPage({ size: [paper.width, paper.height], margin: 0 })
  const random = randomOf(`${facts.world} ${facts.title}`)
  const readable = (text: string) => drawableText(text, { hasOther: false, missing: '' })
  const [head, sub] = partsOfTitle(readable(facts.title))
  const look = facts.author % (2 * hands.length)
  const titleHeight = hands[look % hands.length]?.({
    ...{ doc, head, sub, random, world: facts.world, motif: facts.motif },
    line: [...new Set(readable(facts.line).split(' · '))].join(' · '),
    parts: facts.parts ?? [],
    colours: coloursOf(facts.subject, random.int(-14, 14)),
    way: look < hands.length ? 0 : 1,
  })
  if (facts.isInteractive) drawPlay(doc)
  return titleHeight ?? 0
}

/** What is played and not printed says so. */
function drawPlay(doc: PDFKit.PDFDocument): void {
  const [x, y, r] = [paper.width - 74, 716, 46]
  doc.circle(x, y, r).fill('#ffffff')
  doc.circle(x, y, r - 7).fill('#10595c')
  doc.lineJoin('round').lineWidth(6)
  doc.polygon([x - 10, y - 18], [x + 20, y], [x - 10, y + 18]).fillAndStroke('#ffffff', '#ffffff')
}

/** A linear congruential generator (Numerical Recipes), begun with a hash of the key. */
function randomOf(key: string): Random {
  let state = [...key].reduce(
    (hash, sign) => Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16777619),
    -2128831035,
  )
  return {
    int(low, high) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return low + Math.floor((state / 2 ** 32) * (high - low + 1))
    },
  }
}
