import type { Translate } from '#platform/i18n/translate.ts'
import type { HelpCategory } from '../rules/contract.ts'

/** Sections of the help as readers see them. */
export function helpCategoryNames(t: Translate): Record<HelpCategory, string> {
  return {
    buying: t('help-center:categories.buying'),
    using: t('help-center:categories.using'),
    account: t('help-center:categories.account'),
    selling: t('help-center:categories.selling'),
    exercises: t('help-center:categories.exercises'),
    school: t('help-center:categories.school'),
    technical: t('help-center:categories.technical'),
    trust: t('help-center:categories.trust'),
  }
}
