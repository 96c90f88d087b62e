import { ProductError } from '#platform/errors.ts'
import { maxAnswerMs } from '#platform/limits.ts'

/**
 * What `work` brings, or after `ms` the answer that it takes too long; the work itself goes on and is forgotten.
 * @throws ProductError('unavailable') when the time is over
 */
export async function inTime<T>(work: Promise<T>, ms: number = maxAnswerMs): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProductError('unavailable')), Math.max(0, ms))
  })
  try {
    return await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
  }
}
