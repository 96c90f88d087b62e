export interface GiftText {
  format: 'moodle' | 'html' | 'markdown' | 'plain'
  text: string
}

export type GiftNumber =
  | { type: 'simple'; number: number }
  | { type: 'range'; number: number; range: number }
  | { type: 'high-low'; numberHigh: number; numberLow: number }

export interface GiftChoice<T = GiftText> {
  isCorrect: boolean
  /** Percent, where the file names any. */
  weight: number | null
  text: T
  feedback: GiftText | null
}

interface Head {
  id: string | null
  tags: string[] | null
  title: string | null
  stem: GiftText
  /** The answer stands inside of the sentence, at `_____`. */
  hasEmbeddedAnswers: boolean
}
interface Answered extends Head {
  globalFeedback: GiftText | null
}

/** One entry of a GIFT file. */
export type GiftQuestion =
  | { type: 'Category'; title: string }
  | (Head & { type: 'Description' })
  | (Answered & { type: 'Essay' })
  /** The two comments by their place, as the grammar names them; the first is for who was wrong. */
  | (Answered & {
      type: 'TF'
      isTrue: boolean
      trueFeedback: GiftText | null
      falseFeedback: GiftText | null
    })
  | (Answered & { type: 'MC' | 'Short'; choices: GiftChoice[] })
  | (Answered & { type: 'Numerical'; choices: GiftNumber | GiftChoice<GiftNumber | GiftText>[] })
  | (Answered & { type: 'Matching'; matchPairs: { subquestion: GiftText; subanswer: string }[] })
