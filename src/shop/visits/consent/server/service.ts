import { randomBytes } from 'node:crypto'
import type { Context } from '#platform/context/context.ts'
import { translator } from '#platform/i18n/translate.ts'
import { defaultCountry } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import {
  asksForConsent,
  type ConsentCategory,
  type ConsentChoice,
  consentCategories,
  consentTextVersion,
  readConsentCookie,
} from '../rules/consent.ts'
import type { ConsentQuestion } from '../rules/contract.ts'
import { findConsent, insertConsent } from './queries.ts'

export { saysNoByBrowser } from './cookie.ts'

/** What can be allowed here; what nothing would use is not asked for. */
export function offeredCategories({ env }: Pick<Context, 'env'>): readonly ConsentCategory[] {
  return consentCategories.filter((each) => each !== 'marketing' || env.analytics !== undefined)
}

/** Whether this visitor allowed it, and it stands in the record: a cookie alone proves nothing. */
export async function isOnRecord(context: Context, category: ConsentCategory): Promise<boolean> {
  if (!readConsentCookie(context.consentChoice)?.categories.includes(category)) return false
  return (await chosenConsent(context))?.categories.includes(category) ?? false
}

/** The question for consent, and whether the visitor's country has it asked; an unknown one counts as the default. */
export function consentQuestion(context: Context): ConsentQuestion {
  const { world } = context
  const t = translator(world)
  return {
    isAsked: asksForConsent(context.country ?? defaultCountry),
    categories: [...offeredCategories(context)],
    action: url('privacy-settings', { world }),
    texts: {
      ask: { title: t('consent:ask.title'), text: t('consent:ask.text') },
      choose: { title: t('consent:choose.title'), text: t('consent:choose.text') },
      necessary: { title: t('consent:necessary.title'), text: t('consent:necessary.text') },
      marketing: { title: t('consent:marketing.title'), text: t('consent:marketing.text') },
      statistics: { title: t('consent:statistics.title'), text: t('consent:statistics.text') },
      buttons: {
        all: t('consent:buttons.all'),
        none: t('consent:buttons.none'),
        choose: t('consent:buttons.choose'),
        save: t('consent:buttons.save'),
        close: t('consent:buttons.close'),
      },
      privacy: { text: t('footer:privacy'), href: url('privacy', { world }) },
    },
  }
}

/** Writes a choice down and gives it back with the key of its record, for the cookie. */
export async function chooseConsent(
  context: Context,
  categories: readonly ConsentCategory[],
): Promise<ConsentChoice> {
  const key = randomBytes(16).toString('base64url')
  const chosen = offeredCategories(context).filter((each) => categories.includes(each))
  const { db, world } = context
  await insertConsent(db, { key, world, textVersion: consentTextVersion, categories: chosen })
  return { key, categories: chosen }
}

/** What this browser chose and when, as it is on record; undefined when nothing is. */
export async function chosenConsent(
  context: Context,
): Promise<{ categories: readonly ConsentCategory[]; chosenAt: Date } | undefined> {
  const choice = readConsentCookie(context.consentChoice)
  const row = choice && (await findConsent(context.db, choice.key))
  if (row === undefined || row.text_version !== consentTextVersion) return undefined
  return {
    categories: consentCategories.filter((each) => row.categories.includes(each)),
    chosenAt: row.chosen_at,
  }
}
