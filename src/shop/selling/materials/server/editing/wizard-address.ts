import type { Context } from '#platform/context/context.ts'
import { url } from '#platform/routing/url.ts'
import type { WizardStep } from '../types.ts'

/** Where a step of the way from files to a public material stands; `refused`: the files that were not taken (`writeRefused`). */
export function stepAddress(
  { world }: Pick<Context, 'world'>,
  materialId: number,
  step: WizardStep,
  refused?: string,
): string {
  if (step === 'files') return url('step-upload', { world })
  if (step === 'name') return url('step-name', { world, query: { material: materialId, refused } })
  return url('first-upload', { world, materialId: String(materialId), query: { step } })
}
