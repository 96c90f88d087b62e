/** How far programs that write and draw by themselves made a material, as its author says. */
export const aiUses = ['none', 'helped', 'mostly'] as const
export type AiUse = (typeof aiUses)[number]
