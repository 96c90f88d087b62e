interface ModuleInfo {
  /** Modules that import this one statically. */
  importers: readonly string[]
}

interface Graph {
  getModuleInfo(id: string): ModuleInfo | null
}

/** The script of every page. */
const pageScript = /\/PageScript\.astro\?/

/**
 * A group of the bundler: the script of every page and all it imports are one file. Without it each module that an
 * island shares with it would be a request of its own, one trip later: 9 requests instead of 1, measured on the home page.
 */
export const pageScriptChunk = {
  name: (id: string, graph: Graph) => (isPartOf(id, graph, new Set()) ? 'page' : null),
}

/**
 * The store of the visitor and all it imports (the caller of the API, messages, page texts) are one file: every island asks for it,
 * and as six small ones they were five requests and 1,400 bytes (brotli) more.
 */
export const visitorChunk = {
  name: (id: string) =>
    /\/src\/(shop\/people\/identity\/browser\/user|platform\/browser\/channel)\.ts$/.test(id) ? 'user' : null,
}

/**
 * What a page shows of its visitor, with the stores of cart and favorites, is one file: islands ask for one of the stores or
 * both, and for all of it as soon as they are awake. As three files they were 900 bytes (brotli) and two requests more.
 */
export const personalChunk = {
  name: (id: string) =>
    /\/src\/(shop\/buying\/(cart\/browser\/cart|favorites\/browser\/favorites)|kit\/visitor\/personal)\.ts$/.test(
      id,
    )
      ? 'personal'
      : null,
}

/**
 * What nearly every island is made of, beside its own words: React, the hook of the stores, signs, counts of lists. As four files they
 * were 500 bytes (brotli) and three requests more.
 */
export const islandChunk = {
  name: (id: string) =>
    /\/node_modules\/(react|@nanostores\/react)\/|\/src\/kit\/(.*\/)?(Icon\.tsx|list-words\.ts)$/.test(id)
      ? 'island'
      : null,
}

/**
 * The player asks for this alone when the network is back. Shared with the stores above it would become part of their file, and
 * bring them and the visitor's to every exercise: 13 kB (brotli) for a stranger, measured.
 */
export const reconnectChunk = {
  name: (id: string) => (/\/src\/platform\/rules\/web\/reconnect\.ts$/.test(id) ? 'reconnect' : null),
}

function isPartOf(id: string, graph: Graph, seen: Set<string>): boolean {
  if (pageScript.test(id)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return graph.getModuleInfo(id)?.importers.some((importer) => isPartOf(importer, graph, seen)) ?? false
}
