import type { Block } from './block.ts'

/** A question that can be played: with options, or an answer to type. */
export interface PlayableTask {
  prompt: string
  options?: string[] | undefined
  answer: string
}

/** The tasks of a result whose answer is known; their numbers are those of paper. */
export function playableTasks(blocks: readonly Block[]): PlayableTask[] {
  return blocks.flatMap((block): PlayableTask[] => {
    if (block.type !== 'task') return []
    const [answer] = block.key
    if (answer === undefined || (block.options && !block.options.includes(answer))) return []
    return [{ prompt: block.prompt.replace(/^\d+\. /, ''), options: block.options, answer }]
  })
}
