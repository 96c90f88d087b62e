import * as library from 'vanilla-cookieconsent'
import { consentCategories } from '../rules/consent.ts'
import type { ConsentQuestion } from '../rules/contract.ts'
import sheet from './banner.css?url'

type Send = (categories: string[]) => Promise<unknown>

/**
 * Shows the question at the lower edge. What the library keeps itself is removed: the server writes the choice down and
 * keeps it in its own cookie, so that what is not on record counts as not chosen.
 */
export async function showConsent(question: ConsentQuestion, send: Send): Promise<void> {
  await addSheet(sheet)
  const before = document.activeElement
  return new Promise((resolve) => {
    void library.run({
      // It would take journeys for robots.
      hideFromBots: false,
      cookie: { name: 'consent_asked', useLocalStorage: true },
      guiOptions: {
        consentModal: { layout: 'bar inline', position: 'bottom', equalWeightButtons: true },
        preferencesModal: { layout: 'box', equalWeightButtons: true },
      },
      categories: Object.fromEntries([
        ['necessary', { enabled: true, readOnly: true }],
        ...question.categories.map((each) => [each, {}] as const),
      ]),
      language: {
        default: document.documentElement.lang,
        translations: { [document.documentElement.lang]: translation(question) },
      },
      onConsent: ({ cookie }) => {
        const chosen = consentCategories.filter((each) => cookie.categories.includes(each))
        library.reset(true)
        if (before instanceof HTMLElement) before.focus({ preventScroll: true })
        // Not on record: it is asked again, and until then nothing is allowed.
        void send(chosen)
          .catch(() => undefined)
          .then(() => resolve())
      },
    })
  })
}

function translation({ texts, categories }: ConsentQuestion): library.Translation {
  const { ask, choose, buttons, privacy, necessary } = texts
  const rows = [
    { category: 'necessary', ...necessary },
    ...categories.map((each) => ({ category: each, ...texts[each] })),
  ]
  return {
    consentModal: {
      title: ask.title,
      description: ask.text,
      acceptAllBtn: buttons.all,
      acceptNecessaryBtn: buttons.none,
      showPreferencesBtn: buttons.choose,
      footer: linkTo(privacy),
    },
    preferencesModal: {
      title: choose.title,
      acceptAllBtn: buttons.all,
      acceptNecessaryBtn: buttons.none,
      savePreferencesBtn: buttons.save,
      closeIconLabel: buttons.close,
      sections: [
        { description: choose.text },
        ...rows.map(({ category, title, text }) => ({ title, description: text, linkedCategory: category })),
      ],
    },
  }
}

/** The library takes HTML: the link is made of a node, so that no word becomes a tag. */
function linkTo({ text, href }: { text: string; href: string }): string {
  const link = document.createElement('a')
  link.href = href
  link.textContent = text
  return link.outerHTML
}

async function addSheet(href: string): Promise<void> {
  if (document.querySelector(`link[href="${CSS.escape(href)}"]`)) return
  const sheet = document.createElement('link')
  sheet.rel = 'stylesheet'
  sheet.href = href
  await new Promise<void>((resolve) => {
    sheet.onload = () => resolve()
    sheet.onerror = () => resolve()
    document.head.append(sheet)
  })
}
