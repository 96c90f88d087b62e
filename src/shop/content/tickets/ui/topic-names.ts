import type { Translate } from '#platform/i18n/translate.ts'
import type { TicketState, TicketTopic } from '../rules/contract.ts'

/** What one may write about, in the words of a world. */
export function topicNames(t: Translate): Readonly<Record<TicketTopic, string>> {
  return {
    buying: t('help-center:categories.buying'),
    using: t('help-center:categories.using'),
    account: t('help-center:categories.account'),
    selling: t('help-center:categories.selling'),
    trust: t('help-center:categories.trust'),
    other: t('tickets:topics.other'),
  }
}

/** What a ticket waits for, in the words of a world. */
export function stateNames(t: Translate): Readonly<Record<TicketState, string>> {
  return {
    open: t('tickets:states.open'),
    waiting: t('tickets:states.waiting'),
    answered: t('tickets:states.answered'),
    closed: t('tickets:states.closed'),
  }
}
