import type { Translate } from '#i18n/translate.ts'
import type { Route } from '#routing/routes.ts'
import type { World } from '#routing/worlds.ts'
import type { FormState } from '../api/form.ts'
import type { Context } from '../context.ts'

/** What the door hands to a page as `Astro.locals`. On cacheable routes `context.visitor` is always a stranger. */
export interface PageLocals {
  context: Context
  route: Route
  world: World
  params: Readonly<Record<string, string>>
  /** Only the parameters the route row keeps, in alphabetical order, empty ones removed. */
  query: URLSearchParams
  t: Translate
  siteUrl: string
  form?: FormState
}
