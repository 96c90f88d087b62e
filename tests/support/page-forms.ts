import { actions } from '#features'
import { type FormRow, formTableOf } from '#platform/http/form/form-table.ts'
import type { RouteName } from '#platform/routing/routes.ts'
import type { FormCase } from './nouns.ts'

const table = formTableOf(actions)

/** Every page that takes forms. */
export const formPages: readonly RouteName[] = [...table.keys()]

/** The forms of a page, read off the actions. */
export function rowsOf(page: RouteName): readonly FormRow[] {
  return [...(table.get(page)?.values() ?? [])]
}

/** Whether a page's forms are sent with files. */
export function takesFiles(page: RouteName): boolean {
  return rowsOf(page).some(({ action }) => action.body === 'multipart')
}

/** What a form says it wants. */
export function wishOf({ values }: FormCase): string | undefined {
  return values?.intent
}
