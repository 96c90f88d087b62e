/** Steps that ask for something a material cannot be published without. */
export type AskingStep = 'files' | 'name' | 'details' | 'price'

const stepOfField: Readonly<Record<string, AskingStep>> = {
  files: 'files',
  title: 'name',
  description: 'name',
  price: 'price',
}

/** The step at which a missing field is filled in. */
export function stepOf(field: string): AskingStep {
  return stepOfField[field] ?? 'details'
}

/** The steps at which something is still missing. */
export function lackingSteps(missing: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  return new Set(Object.keys(missing).map(stepOf))
}
