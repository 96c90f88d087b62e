import type { Licence } from '#platform/rules/money/licence.ts'
import type { Translate } from './translate.ts'

/** What a licence is called: "Schullizenz". */
export function licenceName(t: Translate, licence: Licence): string {
  if (licence === 'additional') return t('common:licence.additional')
  return licence === 'school' ? t('common:licence.school') : t('common:licence.single')
}
