import type { QuizWorth } from '#exercises/model/task/typed-settings.ts'

/** Points of a live quiz. */
export interface QuizRules {
  hasSpeed: boolean
  hasStreak: boolean
  /** For a question; 0: no limit, and so no speed either. */
  seconds: number
}

/** One answer to a question of a quiz. */
export interface QuizAnswer {
  /** 0 to 1; null: nothing to be right about. */
  scaled: number | null
  /** From the question to the answer, by the server's clock. */
  ms: number
  /** That the question had; else what the rules say. */
  seconds?: number
  /** What its teacher lets the question earn; else as usual. */
  quizPoints?: QuizWorth
  /** So many answers are right where several are picked; else the question is paid as a whole. */
  rights?: number | undefined
}

/** What all of a question is worth. */
export const quizFull: Readonly<Record<QuizWorth, number>> = { none: 0, normal: 1000, double: 2000 }

/**
 * What each right answer is worth where several are picked: "Multi-select questions offer up to 500 points per correct answer",
 * double where points are doubled (support.kahoot.com, article 115002303908). Of wrong picks that page says nothing: here they
 * count as they do in the task everywhere else, one for one against the right ones, so that ticking everything earns nothing.
 */
export const quizEach: Readonly<Record<QuizWorth, number>> = { none: 0, normal: 500, double: 1000 }
const streakStep = 100
const streakMost = 500
/** What the way to the server may take, and nobody loses a point for it. */
export const toleranceMs = 250
const instantMs = 500

/** What one answer earns: accuracy alone, or the sooner the more, never less than half. */
export function pointsOf(answer: QuizAnswer, { hasSpeed, ...rules }: QuizRules, factor = 1): number {
  const { scaled, ms, seconds = rules.seconds } = answer
  if (scaled === null || scaled <= 0) return 0
  const worth = fullOf(answer) * Math.min(1, scaled)
  const limitMs = seconds * 1000 * factor
  const spentMs = Math.max(0, ms - toleranceMs)
  if (!hasSpeed || limitMs === 0 || spentMs < instantMs) return Math.round(worth)
  return Math.round(worth * (1 - Math.min(1, spentMs / limitMs) / 2))
}

/** What the best answer to a question earns before speed and streaks. */
export function fullOf({ quizPoints = 'normal', rights }: Pick<QuizAnswer, 'quizPoints' | 'rights'>): number {
  return rights === undefined ? quizFull[quizPoints] : quizEach[quizPoints] * rights
}

/** Whether a question counts in a quiz: one without points neither earns any nor begins or ends a streak. */
export function countsInQuiz({ quizPoints }: { quizPoints?: QuizWorth }): boolean {
  return quizPoints !== 'none'
}

/** The sum of a pupil's answers in the order of the questions; undefined: not answered, which ends a streak. */
export function totalOf(
  answers: readonly (QuizAnswer | undefined)[],
  rules: QuizRules,
  factor = 1,
): { points: number; right: number } {
  let [points, right, streak] = [0, 0, 0]
  for (const answer of answers) {
    if (answer && (answer.scaled === null || !countsInQuiz(answer))) continue
    const isRight = (answer?.scaled ?? 0) >= 1
    streak = isRight ? streak + 1 : 0
    if (isRight) right += 1
    if (answer) points += pointsOf(answer, rules, factor)
    if (rules.hasStreak && streak > 1) points += Math.min(streakMost, (streak - 1) * streakStep)
  }
  return { points, right }
}
