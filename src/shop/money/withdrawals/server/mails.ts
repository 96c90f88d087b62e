import { mailType } from '#platform/features/mail-type.ts'
import { formatDate } from '#platform/i18n/format.ts'
import type { Translate } from '#platform/i18n/translate.ts'

export interface WithdrawalStatementVars {
  /** As typed by whoever declared it, without links. */
  name: string
  number: string
  email: string
  receivedAt: Date
  /**
   * `lost`: by the consent to delivery at once; `over`: after 14 days; `nothing`: all of it went back before;
   * `card_used`: a gift card that was redeemed, ended or given back; `unknown`: no order of this number under this address.
   */
  outcome: 'withdrawn' | 'lost' | 'over' | 'nothing' | 'card_used' | 'unknown'
  /** When the right was lost by consent. */
  consentAt: Date | null
  supportEmail: string
  termsUrl: string
}

/** The receipt of a statement, with its content and the time it came (directive 2011/83/EU, article 11a (4)). */
export const withdrawalStatementMail = mailType<WithdrawalStatementVars>('withdrawal-statement', {
  content: (vars, t, world) => ({
    subject: t('mail:withdrawalStatement.subject', { number: vars.number }),
    heading: t('mail:withdrawalStatement.heading'),
    blocks: [
      {
        kind: 'paragraph',
        text: t('mail:withdrawalStatement.text', { date: formatDate(vars.receivedAt, world, 'dateTime') }),
      },
      {
        kind: 'rows',
        rows: [
          [
            t('mail:withdrawalStatement.statement'),
            t('mail:withdrawalStatement.content', { number: vars.number }),
          ],
          [t('mail:withdrawalStatement.name'), vars.name],
          [t('mail:withdrawalStatement.email'), vars.email],
        ],
      },
      { kind: 'paragraph', text: outcomeText(vars, t, (at) => formatDate(at, world, 'dateTime')) },
      ...(vars.outcome === 'lost'
        ? [
            {
              kind: 'paragraph' as const,
              text: t('mail:withdrawalStatement.remains', { email: vars.supportEmail }),
            },
          ]
        : []),
      { kind: 'note', text: t('mail:withdrawalStatement.terms', { url: vars.termsUrl }) },
    ],
    footer: t('mail:footer'),
  }),
})

function outcomeText(vars: WithdrawalStatementVars, t: Translate, shown: (at: Date) => string): string {
  const email = vars.supportEmail
  switch (vars.outcome) {
    case 'withdrawn':
      return t('mail:withdrawalStatement.withdrawn')
    case 'lost':
      return t('mail:withdrawalStatement.lost', { date: shown(vars.consentAt ?? vars.receivedAt) })
    case 'over':
      return t('mail:withdrawalStatement.over', { email })
    case 'nothing':
      return t('mail:withdrawalStatement.nothing')
    case 'card_used':
      return t('mail:withdrawalStatement.cardUsed', { email })
    case 'unknown':
      return t('mail:withdrawalStatement.unknown', { email })
  }
}
