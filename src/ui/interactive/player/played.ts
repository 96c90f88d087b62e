import type { AnswersByElement } from '#browser/stores/practice.ts'
import type { ShownPage } from '#shared/interactive/shown-pages.ts'
import type { PublicElement } from '#shared/interactive/unit.ts'
import type { Outcome, Texts } from './contract.ts'

export type PlayedPage = ShownPage<PublicElement>

export interface UnitPlayerProps {
  unitKey: string
  edition: string
  seed: string
  pages: PlayedPage[]
  /** What was posted without script. */
  answers: AnswersByElement
  /** What came of it. */
  results?: Readonly<Record<string, Outcome>> | undefined
  action: string
  texts: Texts
  /** Of the page. */
  lang: string
  /** Of the unit. */
  wordsLang: string
}
