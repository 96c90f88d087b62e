import { describe, expect, test } from 'vitest'
import { isPassed, measure } from './gates.ts'
import { readSources } from './sources.ts'

describe('tools without a model, on sixty texts', () => {
  test.each(measure(readSources()).map((gate) => [gate.name, gate] as const))('%s', (_name, gate) => {
    expect(gate).toSatisfy(isPassed)
  })
})
