import type { z } from 'zod'
import type { RouteName } from '#platform/routing/routes.ts'
import { lazy } from '#platform/rules/lazy.ts'
import { type AnyAction, type FormBinding, formsOf } from '../access/action.ts'
import { formSchemaOf } from './form-fields.ts'

/** One form of one page. */
export interface FormRow {
  page: RouteName
  intent: string | null
  action: AnyAction
  binding: FormBinding
  schema: z.ZodType
}

/** The forms of all pages: page -> intent -> row. */
export type FormTable = ReadonlyMap<RouteName, ReadonlyMap<string | null, FormRow>>

/** Read off the actions. @throws Error when two forms of a page have one intent */
export function formTableOf(actions: readonly AnyAction[]): FormTable {
  const table = new Map<RouteName, Map<string | null, FormRow>>()
  for (const action of actions) {
    for (const binding of formsOf(action)) {
      const pages = Array.isArray(binding.page) ? binding.page : [binding.page]
      for (const page of pages as RouteName[]) {
        const rows = table.get(page) ?? new Map<string | null, FormRow>()
        if (rows.has(binding.intent)) throw new Error(`${page}: two forms with the intent ${binding.intent}`)
        rows.set(binding.intent, rowOf(page, action, binding))
        table.set(page, rows)
      }
    }
  }
  return table
}

/** The schema is several times as large as the action's own, and few of a process's forms are ever posted. */
function rowOf(page: RouteName, action: AnyAction, binding: FormBinding): FormRow {
  const schema = lazy(() => formSchemaOf(binding.input ?? action.input))
  return {
    ...{ page, intent: binding.intent, action, binding },
    get schema() {
      return schema()
    },
  }
}
