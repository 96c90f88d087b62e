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
}

const full = 1000
const streakStep = 100
const streakMost = 500
/** What the way to the server may take, and nobody loses a point for it. */
export const toleranceMs = 250
const instantMs = 500

/** What one answer earns: accuracy alone, or the sooner the more, never less than half. */
export function pointsOf(answer: QuizAnswer, { hasSpeed, ...rules }: QuizRules, factor = 1): number {
  const { scaled, ms, seconds = rules.seconds } = answer
  if (scaled === null || scaled <= 0) return 0
  const worth = full * Math.min(1, scaled)
  const limitMs = seconds * 1000 * factor
  const spentMs = Math.max(0, ms - toleranceMs)
  if (!hasSpeed || limitMs === 0 || spentMs < instantMs) return Math.round(worth)
  return Math.round(worth * (1 - Math.min(1, spentMs / limitMs) / 2))
}

/** The sum of a pupil's answers in the order of the questions; undefined: not answered, which ends a streak. */
export function totalOf(
  answers: readonly (QuizAnswer | undefined)[],
  rules: QuizRules,
  factor = 1,
): { points: number; right: number } {
  let [points, right, streak] = [0, 0, 0]
  for (const answer of answers) {
    if (answer?.scaled === null) continue
    const isRight = (answer?.scaled ?? 0) >= 1
    streak = isRight ? streak + 1 : 0
    if (isRight) right += 1
    if (answer) points += pointsOf(answer, rules, factor)
    if (rules.hasStreak && streak > 1) points += Math.min(streakMost, (streak - 1) * streakStep)
  }
  return { points, right }
}
