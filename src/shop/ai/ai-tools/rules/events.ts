import type { Block } from './block.ts'

/** What a stream of a run says, in the order of its numbers (interactive-ai.md 9.3). */
export type RunEvent =
  | { event: 'meta'; data: { tool_id: string; language: string; engine: 'offline' | 'model' } }
  | { event: 'block'; data: { op: 'add'; id: number; block: Block } }
  | { event: 'warning'; data: { code: string } }
  | { event: 'usage'; data: { units: number } }
  | { event: 'done'; data: { run_id: number } }
  | { event: 'error'; data: { code: string } }

/** One event as it goes over the wire. */
export function eventText(number: number, { event, data }: RunEvent): string {
  return `id: ${number}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
