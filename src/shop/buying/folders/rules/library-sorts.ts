/** In which orders a library is shown. Apart from its schemas: a page in a browser needs the names, not zod (27 kB). */
export const librarySorts = ['newest', 'oldest', 'title'] as const
export type LibrarySort = (typeof librarySorts)[number]
