import type { AnswersByElement } from '#exercises/browser/practice.ts'
import type { ShownPage } from '#exercises/model/pages/shown-pages.ts'
import type { PublicElement } from '#exercises/model/unit.ts'
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
