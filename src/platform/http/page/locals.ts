import type { Context } from '#platform/context/context.ts'
import type { ConsoleFrame, Shell, Waiting } from '#platform/context/product.ts'
import type { ErrorCode } from '#platform/errors.ts'
import type { Translate } from '#platform/i18n/translate.ts'
import type { VisitorFacts } from '#platform/permissions.ts'
import type { Route } from '#platform/routing/routes.ts'
import type { LiveWorld, World } from '#platform/routing/worlds.ts'
import type { MaterialCard } from '#platform/rules/contract/material.ts'
import type { FormState } from '../form/form-state.ts'

/** What the front controller hands to a page as `Astro.locals`. On cacheable routes `context.visitor` is always a stranger. */
export interface PageLocals {
  context: Context
  /** What the permission table asks about the visitor: which controls a page shows. */
  facts: VisitorFacts
  route: Route
  world: World & { world: LiveWorld }
  params: Readonly<Record<string, string>>
  /** Only the parameters the route row keeps, in alphabetical order, empty ones removed. */
  query: URLSearchParams
  t: Translate
  siteUrl: string
  /** Filled by the page: what a browser needs first, as values of Link headers; sent as early hints. */
  links?: string[]
  /** The page as it stands on an author's own domain: without scripts, for cookies live on the main site alone. */
  isMirror?: true
  /** Path of the picture shown when the page is shared, where it has none of its own. */
  shareImage: string | undefined
  /** An admin looks at this page in a member's name. */
  acting?: { publicName: string }
  /** Links of the header's menu. */
  shell: Shell
  /** On pages of the console alone. */
  console?: ConsoleFrame
  /** On pages of an author's account: what others wait for. */
  waiting?: readonly Waiting[]
  form?: FormState
  /** The values of a form whose page is shown again without a problem, as for a preview. */
  typed?: Readonly<Record<string, string>>
  /** Beside `typed`: what the form's action answered, as its `done` hands it to the page. */
  result?: unknown
  /** Filled by the controls of a refused form: what is wrong with each, for the list at its top. */
  fieldProblems?: { id: string; label: string; text: string }[]
  /** Set by the error pages' caller: what went wrong. */
  problem?: ErrorCode
  /** Beside `rate_limited`: when it goes on. */
  retryAfterSeconds?: number
  /** Beside `gone`: what is like the material that was here. */
  similar?: readonly MaterialCard[]
  /** The page a service worker shows without network. */
  isOffline?: true
  /** A page that cannot go on says why here and answers with an empty body; see shells/script/answers.ts. */
  stop?: { code: ErrorCode } | { error: unknown }
}
