import type { MaterialDetail } from '#platform/rules/contract/material.ts'
import { type RichText, renderMarkdown } from '#platform/rules/markdown/members-text.ts'

const read = new WeakMap<MaterialDetail, RichText>()

/** A material's description, parsed once for all parts of its page that say something of it. */
export function descriptionOf(material: MaterialDetail): RichText {
  const known = read.get(material)
  if (known) return known
  const made = renderMarkdown(material.description)
  read.set(material, made)
  return made
}
