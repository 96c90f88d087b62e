import { z } from 'zod'
import type { PaperLook } from './printing.ts'

const yes = z.enum(['0', '1']).default('0')

/** How a worksheet looks, as an address says it. */
export const paperLook = { size: z.enum(['A4', 'LETTER']).default('A4'), large: yes, gray: yes }

/** How an exercise is put on paper, as an address or a form asks. */
export function lookOf({
  size,
  large,
  gray,
}: {
  size: PaperLook['size']
  large: '0' | '1'
  gray: '0' | '1'
}): PaperLook {
  return { size, isLarge: large === '1', isGray: gray === '1' }
}
