import { translator } from '#platform/i18n/translate.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import type { Block } from '../rules/block.ts'
import { readInputs } from '../rules/inputs.ts'
import type { Tool } from '../rules/tool.ts'
import { runEngine } from './engine.ts'

/** What a tool makes of the example of its world: a real run, made with the page that shows it. */
export function exampleOf(tool: Tool, world: LiveWorldCode): Block[] {
  const t = translator(world)
  const sent: Record<string, unknown> = {}
  for (const field of tool.fields) {
    if (field.kind === 'toggle') sent[field.key] = field.preset
    else if ('required' in field) sent[field.key] = t(`ai-tools:examples.${tool.id}.${field.key}`)
  }
  const { inputs } = readInputs(tool, sent)
  const answer = runEngine({ toolId: tool.id, language: world, inputs })
  return 'blocks' in answer ? answer.blocks : []
}
