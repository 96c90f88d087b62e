import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

/**
 * How teachers of each world say that solutions come with a material. Only such phrases count: a sheet about salt and its
 * solutions has none.
 */
const phrases: Readonly<Record<LiveWorldCode, RegExp>> = {
  de: said(
    '(?:mit|samt|inklusive|inkl\\.|einschließlich) (?:[^.!?\\n]{0,40} und )?(?:(?:allen|den|ausführlichen|vollständigen) )?(?:muster)?lösung(?:en|sblatt|sblättern|sschlüssel|steil)?',
    '(?:muster)?lösungen[^.!?\\n]{0,50} (?:bei|dabei|enthalten|beigefügt|inklusive)',
  ),
  es: said(
    'con (?:[^.!?\\n]{0,40} y )?(?:todas )?(?:las |sus )?(?:soluciones|solucionario)',
    '(?:soluciones|solucionario)[^.!?\\n]{0,40} (?:al final|incluid[oa]s?|adjunt[oa]s?)',
    'incluye (?:todas )?(?:las )?(?:soluciones|el solucionario)',
  ),
  fr: said(
    'avec (?:[^.!?\\n]{0,40} et )?(?:les? |leurs? |son |ses )?(?:corrigés?|corrections?|solutions)',
    '(?:corrigés?|corrections?|solutions)[^.!?\\n]{0,40} (?:fourni|inclus|joint|compris)(?:e?s?)',
  ),
  gr: said(
    'με (?:[^.!;\\n]{0,40} και )?(?:όλες )?(?:τις )?(?:αναλυτικές )?(?:λύσεις|απαντήσεις)',
    '(?:περιλαμβάν\\p{L}+|περιέχ\\p{L}+|υπάρχουν)[^.!;\\n]{0,40} (?:λύσεις|απαντήσεις)',
  ),
  it: said(
    'con (?:[^.!?\\n]{0,40} e )?(?:tutte )?(?:le )?soluzioni',
    'soluzioni[^.!?\\n]{0,40} (?:incluse|allegate|comprese)',
    'include (?:tutte )?le soluzioni',
  ),
  en: said(
    'with (?:[^.!?\\n]{0,40} and )?(?:all |full |worked )?(?:answers|solutions|an answer key|answer keys?|answer sheets?)',
    '(?:answers|solutions|answer key|answer sheet)[^.!?\\n]{0,40} (?:included|provided|attached)',
    'includes (?:all |full |worked )?(?:the )?(?:answers|solutions|an answer key)',
  ),
}

/** Whether a material's own words promise solutions. */
export function promisesSolutions(text: string, world: LiveWorldCode): boolean {
  return phrases[world].test(text)
}

/** Any of these phrases as whole words. */
function said(...forms: string[]): RegExp {
  return new RegExp(`(?<![\\p{L}])(?:${forms.join('|')})(?![\\p{L}])`, 'iu')
}
