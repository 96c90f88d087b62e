import 'astro/runtime/server/astro-island.js'
import intent from '../client-directives/intent.ts'

/*
 * What wakes islands, in the script that every page has and every browser keeps: Astro would write the same 5 kB into
 * each page. The door takes those out (server/front/finish-page.ts), and `npm run dev` runs whichever comes first.
 */
declare global {
  var Astro: { intent?: typeof intent } | undefined
}

globalThis.Astro ??= {}
globalThis.Astro.intent ??= intent
window.dispatchEvent(new Event('astro:intent'))
