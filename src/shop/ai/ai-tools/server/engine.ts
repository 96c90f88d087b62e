import { createHash } from 'node:crypto'
import { translator } from '#platform/i18n/translate.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import { seeded } from '#platform/rules/random.ts'
import type { Block } from '../rules/block.ts'
import { type Inputs, type Tool, UnfitInput } from '../rules/tool.ts'
import { toolOf } from '../rules/tools/tool-list.ts'

export interface EngineTask {
  toolId: string
  language: LiveWorldCode
  inputs: Inputs
}

/** What an engine made, or the field it cannot work with. */
export type EngineAnswer = { blocks: Block[] } | { unfit: { field: string; reason: UnfitInput['reason'] } }

/** What names a run: the same tool, version, language and inputs make the same bytes. */
export function inputsHash({ id, version }: Tool, { language, inputs }: EngineTask): Buffer {
  const sorted = Object.entries(inputs).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([id, version, language, sorted]))
    .digest()
}

/** Runs the engine of a tool; nothing of it depends on anything but the task. */
export function runEngine(task: EngineTask): EngineAnswer {
  const tool = toolOf(task.toolId)
  if (tool === undefined) throw new RangeError(`no tool is named ${task.toolId}`)
  const t = translator(task.language)
  const text = (key: string, vars?: Readonly<Record<string, string | number>>) =>
    t(`ai-templates:${key}`, vars)
  try {
    const blocks = tool.make(task.inputs, {
      language: task.language,
      random: seeded(inputsHash(tool, task).toString('hex')),
      text,
      list: (key) => text(key).split('\n'),
    })
    return { blocks }
  } catch (error) {
    if (error instanceof UnfitInput) return { unfit: { field: error.field, reason: error.reason } }
    throw error
  }
}
