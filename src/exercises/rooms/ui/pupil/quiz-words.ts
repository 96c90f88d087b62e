import type { PublicElement } from '#exercises/model/unit.ts'
import { formatNumber } from '#platform/i18n/format.ts'
import type { Translate } from '#platform/i18n/translate.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import { quizEach } from '../../rules/points.ts'

/** What stands with a question of a quiz of its points; empty where it is paid as usual. */
export function quizWords(
  t: Translate,
  world: LiveWorld,
  { kind, quizPoints, isPaidEach }: Pick<PublicElement, 'kind' | 'quizPoints' | 'isPaidEach'>,
): string {
  if (kind !== 'scored') return ''
  if (quizPoints === 'none') return t('learning-rooms:quizPoints.none')
  if (isPaidEach)
    return t('learning-rooms:quizPoints.each', { points: formatNumber(quizEach[quizPoints], world) })
  return quizPoints === 'double' ? t('learning-rooms:quizPoints.double') : ''
}
