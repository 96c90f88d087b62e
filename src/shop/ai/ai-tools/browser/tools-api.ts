import { http } from '#platform/browser/client.ts'
import type { Mine } from '../rules/contract.ts'

/** Starts a run. @throws ProductError */
export async function startRun(body: unknown): Promise<number> {
  const { run_id } = await http.post<{ run_id: number }>('/v3/ai/runs', body)
  return run_id
}

/** Favourites, tools used last, what is left. @throws ProductError */
export async function loadMine(): Promise<Mine> {
  return await http.get<Mine>('/v3/ai/mine')
}

/** Stops a run. @throws ProductError */
export async function cancelRun(id: number): Promise<void> {
  await http.remove(`/v3/ai/runs/${id}`)
}
