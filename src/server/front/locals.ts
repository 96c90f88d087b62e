import type { Translate } from '#i18n/translate.ts'
import type { Route } from '#routing/routes.ts'
import type { LiveWorld, World } from '#routing/worlds.ts'
import type { MaterialCard } from '#shared/contract/material.ts'
import type { ErrorCode } from '#shared/errors.ts'
import type { FormState } from '../api/form.ts'
import type { Context } from '../context.ts'

/** What the door hands to a page as `Astro.locals`. On cacheable routes `context.visitor` is always a stranger. */
export interface PageLocals {
  context: Context
  route: Route
  world: World & { world: LiveWorld }
  params: Readonly<Record<string, string>>
  /** Only the parameters the route row keeps, in alphabetical order, empty ones removed. */
  query: URLSearchParams
  t: Translate
  siteUrl: string
  /** Links of the header's menu. */
  shell: Shell
  form?: FormState
  /** What was typed into a form whose page is shown again although nothing is wrong: a preview. */
  typed?: Readonly<Record<string, string>>
  /** Set by the error pages' caller: what went wrong. */
  problem?: ErrorCode
  /** Beside `gone`: what is like the material that was here. */
  similar?: readonly MaterialCard[]
  /** The page a service worker shows without network. */
  isOffline?: true
  /** A page that cannot go on says why here and answers with an empty body; see ui/layouts/answers.ts. */
  stop?: { code: ErrorCode } | { error: unknown }
}

export interface Shell {
  subjects: readonly { id: string; name: string; url: string }[]
  schoolTypes: readonly { id: string; name: string; url: string }[]
}
