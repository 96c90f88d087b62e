import { dismiss, isDismissed } from './choices.ts'

const name = 'language-hint'

/**
 * Offers the page in the first language of the visitor's list that it exists in, unless that is the one it is in. Never
 * by where somebody is: a journey does not change the language one reads. The choice of worlds itself offers nothing.
 */
export function dueLanguageHint(): (() => void) | undefined {
  const link = location.pathname === '/' || isDismissed(name) ? undefined : otherLanguage()
  if (!link) return undefined
  return () => {
    import('./language-hint.ts')
      .then(({ showLanguageHint }) => showLanguageHint(link, () => dismiss(name)))
      .catch(() => undefined)
  }
}

/** The page in the language the visitor reads best of those it exists in; nothing when that is this page. */
function otherLanguage(): HTMLLinkElement | undefined {
  for (const wanted of navigator.languages) {
    const lang = wanted.slice(0, 2).toLowerCase()
    if (lang === document.documentElement.lang) return undefined
    const link = document.head.querySelector<HTMLLinkElement>(
      `link[rel="alternate"][hreflang="${CSS.escape(lang)}"]`,
    )
    if (link) return link
  }
  return undefined
}
