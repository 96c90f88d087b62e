import type { Answers } from '#shared/interactive/widget.ts'
import { http } from './client.ts'

/** Scores answers to some elements of a unit that is open; nothing of them is kept there. */
export async function practise<T>(
  key: string,
  answers: Readonly<Record<string, Answers>>,
  elements?: readonly string[],
): Promise<T> {
  return await http.post<T>(`/v3/units/practice/${encodeURIComponent(key)}`, { answers, elements })
}
