/*
 * Where a file stands and what it is for: the layout by area and feature (docs/architecture.md), read off the path alone.
 */

const featureFolder =
  /^src\/(?:shop\/[a-z-]+\/([a-z-]+)|exercises\/(courses|rooms|units)|platform\/(mail|page-texts))\//

/** The feature a file belongs to, by the name of its folder; undefined for what belongs to none. */
export function featureOf(path: string): string | undefined {
  const [, inShop, inExercises, inPlatform] = featureFolder.exec(path) ?? []
  return inShop ?? inExercises ?? inPlatform
}

/** Where code runs: of a feature by its sub-folder, elsewhere by its room. */
export type Part =
  /** Pure, on both sides. */
  | 'rules'
  | 'server'
  | 'browser'
  | 'ui'
  | 'manifest'
  | 'routing'
  | 'i18n'
  | 'kit'
  | 'shells'
  | 'loaders'
  | 'pages'
  | 'demo'
  /** The list of features. */
  | 'list'

/** What a file is for; undefined: the layout has no place for it. */
export function partOf(path: string): Part | undefined {
  const feature = featureFolder.exec(path)?.[0]
  if (feature !== undefined) return partOfFeature(path.slice(feature.length))
  if (path === 'src/features.ts') return 'list'
  if (/^src\/exercises\/types\/[a-z-]+\/player\//.test(path)) return 'ui'
  if (/^src\/exercises\/(editor|player|browser)\//.test(path)) return 'ui'
  if (/^src\/exercises\/(model|types|formats)\//.test(path)) return 'rules'
  if (/^src\/platform\/([^/]+\.ts$|rules\/)/.test(path)) return 'rules'
  if (path.startsWith('src/platform/browser/')) return 'browser'
  if (path.startsWith('src/platform/routing/')) return 'routing'
  if (path.startsWith('src/platform/i18n/')) return 'i18n'
  if (path.startsWith('src/platform/')) return 'server'
  const room = /^src\/(kit|shells|loaders|pages|demo)\//.exec(path)?.[1]
  return room as Part | undefined
}

function partOfFeature(rest: string): Part | undefined {
  if (rest === 'feature.ts') return 'manifest'
  const folder = /^(rules|server|browser|ui)\//.exec(rest)?.[1]
  return folder as Part | undefined
}

/** The product a file belongs to. */
export function productOf(path: string): 'shop' | 'exercises' | 'platform' | undefined {
  return /^src\/(shop|exercises|platform)\//.exec(path)?.[1] as 'shop' | 'exercises' | 'platform' | undefined
}

/** Inside a room imports are relative, across rooms they go by #: a feature, a part of the platform or of the exercises, a top folder. */
export function roomOf(path: string): string {
  const room =
    /^src\/(?:shop\/[^/]+\/[^/]+|(?:platform|exercises)\/[^/]+|kit|loaders|shells|demo|pages)\//.exec(path)
  if (room) return room[0]
  return path.startsWith('src/platform/') ? 'src/platform/' : path
}
