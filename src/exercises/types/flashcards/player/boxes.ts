/** Five boxes of Leitner: who knew a card moves it on, who did not begins with it again. */
const boxCount = 5

export type Boxes = Readonly<Record<number, number>>

export function boxOf(boxes: Boxes, card: number): number {
  return boxes[card] ?? 1
}

export function sorted(boxes: Boxes, card: number, isKnown: boolean): Boxes {
  return { ...boxes, [card]: isKnown ? Math.min(boxCount, boxOf(boxes, card) + 1) : 1 }
}

/** The card that comes after another one: of the lowest box, in turn; never the same twice while there are others. */
export function nextCard(boxes: Boxes, card: number, count: number): number {
  const others = Array.from({ length: count }, (_, at) => (card + 1 + at) % count).filter((at) => at !== card)
  const lowest = Math.min(...others.map((at) => boxOf(boxes, at)))
  return others.find((at) => boxOf(boxes, at) === lowest) ?? card
}
