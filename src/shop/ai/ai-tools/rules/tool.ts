import type { LiveWorldCode } from '#platform/rules/contract/world.ts'
import type { Random } from '#platform/rules/random.ts'
import type { Block } from './block.ts'

export const toolCategories = ['texts', 'games', 'planning', 'class', 'selling'] as const
export type ToolCategory = (typeof toolCategories)[number]

/** A field of a tool's form. Its label is `ai-tools:fields.<key>`, what stands below it `ai-tools:hints.<key>`. */
export type Field =
  | { key: string; kind: 'text' | 'textarea' | 'source'; max: number; required?: true; hint?: true }
  /** One thing on each line. */
  | { key: string; kind: 'lines'; most: number; least?: number; required?: true; hint?: true }
  | { key: string; kind: 'number'; min: number; max: number; preset: number; hint?: true }
  /** One of several; what they are called: `ai-tools:options.<key>.<option>`. */
  | { key: string; kind: 'select'; options: readonly string[]; preset: string; hint?: true }
  | { key: string; kind: 'toggle'; preset: boolean; hint?: true }

type ValueOf<F extends Field> = F extends { kind: 'number' }
  ? number
  : F extends { kind: 'toggle' }
    ? boolean
    : F extends { kind: 'lines' }
      ? string[]
      : F extends { kind: 'select'; options: readonly (infer O)[] }
        ? O
        : string

type InputsOf<Fs extends readonly Field[]> = { [F in Fs[number] as F['key']]: ValueOf<F> }

/** What was typed into a tool's form, read by its fields. */
export type Inputs = Readonly<Record<string, string | number | boolean | string[]>>

/** What an engine works with beside its inputs. */
export interface EngineKit {
  /** The language of what is made. */
  language: LiveWorldCode
  /** The same for the same tool, version and inputs. */
  random: Random
  /** A text of the templates in that language: `ai-templates:<key>`. */
  text: (key: string, vars?: Readonly<Record<string, string | number>>) => string
  /** The same with one thing on each line. */
  list: (key: string) => string[]
}

/** A tool: data and one pure function. The words of its form stand in `locales/<world>/ai-tools.json`. */
export interface Tool {
  id: string
  category: ToolCategory
  /** Raised when the same inputs make something else. */
  version: number
  /** Units of the allowance: 1 short, 2 a document, 3 with a file. */
  cost: 1 | 2 | 3
  fields: readonly Field[]
  make: (inputs: Inputs, kit: EngineKit) => Block[]
}

/** Declares a tool; its function knows its fields by their kinds. */
export function tool<const Fs extends readonly Field[]>(
  row: Omit<Tool, 'fields' | 'make'> & {
    fields: Fs
    make: (inputs: InputsOf<Fs>, kit: EngineKit) => Block[]
  },
): Tool {
  return row as unknown as Tool
}

/** What an engine cannot work with though each field is right by itself: which field, and why. */
export class UnfitInput extends Error {
  override readonly name = 'UnfitInput'
  readonly field: string
  readonly reason: 'invalid' | 'too_short' | 'too_long'
  constructor(field: string, reason: 'invalid' | 'too_short' | 'too_long') {
    super(`${field}: ${reason}`)
    this.field = field
    this.reason = reason
  }
}
