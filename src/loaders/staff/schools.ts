import type { Context } from '#platform/context/context.ts'
import { schoolStates } from '#shop/schools/schools/rules/contract.ts'
import { schoolsAtDesk } from '#shop/schools/schools/server/service.ts'

/** Schools of all worlds in the state of `?state=`, those that wait without one. */
export async function loadSchoolsDesk(context: Context, query: URLSearchParams) {
  const state = schoolStates.find((each) => each === query.get('state')) ?? 'pending'
  return { state, schools: await schoolsAtDesk(context, state) }
}
