import type { AiUse } from '#platform/rules/ai-use.ts'
import type { Translate } from './translate.ts'

/** How far programs made a material, in words. */
export function aiUseNames(t: Translate): Readonly<Record<AiUse, string>> {
  return { none: t('common:aiUse.none'), helped: t('common:aiUse.helped'), mostly: t('common:aiUse.mostly') }
}
