/** The six live worlds. */
export const worlds = ['de', 'es', 'fr', 'gr', 'it', 'en'] as const

export type World = (typeof worlds)[number]
