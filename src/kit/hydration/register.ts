import intent from './intent.ts'

/*
 * What wakes islands is in the script that every page has and every browser keeps; Astro would write the same 5 kB into
 * each page, and shells/page-head.ts tells it not to. Comes before Astro's island element, which
 * looks for it at once; in `npm run dev` whichever is first stays.
 */
const scope: typeof globalThis & { Astro?: { intent?: typeof intent } } = globalThis
scope.Astro ??= {}
scope.Astro.intent ??= intent
